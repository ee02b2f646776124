import { fieldLabel, type FieldChange } from "../../rules.ts";

const MOST = 4;

/** Old and new value of each changed field. */
export function ChangedValues({ changes }: { changes: FieldChange[] }) {
  if (changes.length === 0) return null;
  return (
    <ul className="grid gap-0.5 text-sm">
      {changes.slice(0, MOST).map(({ field, before, after }) => (
        <li key={field} className="min-w-0 break-words">
          <span className="text-muted">{fieldLabel(field)}: </span>
          {before ? <del className="text-muted">{before}</del> : <span className="text-muted">none</span>}
          <span aria-hidden> → </span>
          <span className="sr-only"> became </span>
          {after ? <ins className="no-underline">{after}</ins> : <span className="text-muted">none</span>}
        </li>
      ))}
      {changes.length > MOST ? <li className="text-muted">and {changes.length - MOST} more</li> : null}
    </ul>
  );
}
