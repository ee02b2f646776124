import type { FieldChange } from "../../rules.ts";

const MOST = 4;

/** Old and new value of each changed field; further ones can be opened. */
export function ChangedValues({ changes }: { changes: FieldChange[] }) {
  if (changes.length === 0) return null;
  const more = changes.slice(MOST);
  return (
    <div className="grid gap-0.5 text-sm">
      <Values changes={changes.slice(0, MOST)} />
      {more.length > 0 ? (
        <details>
          <summary className="inline-flex min-h-6 items-center text-forest">
            {more.length} more {more.length === 1 ? "value" : "values"}
          </summary>
          <Values changes={more} />
        </details>
      ) : null}
    </div>
  );
}

function Values({ changes }: { changes: FieldChange[] }) {
  return (
    <ul className="grid gap-0.5">
      {changes.map(({ field, before, after }) => (
        <li key={field} className="min-w-0 [overflow-wrap:anywhere]">
          <span className="text-muted">{field}: </span>
          {before ? <del className="text-muted">{before}</del> : null}
          {before && after ? (
            <>
              <span aria-hidden> → </span>
              <span className="sr-only"> became </span>
            </>
          ) : null}
          {after ? <ins className="no-underline">{after}</ins> : null}
        </li>
      ))}
    </ul>
  );
}
