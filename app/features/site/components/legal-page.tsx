import type { LegalSections } from "../content/legal.ts";

type LegalPageProps = { title: string; lead: string; updated: string; sections: LegalSections };

/** A long text in numbered sections with a table of contents. */
export function LegalPage({ title, lead, updated, sections }: LegalPageProps) {
  return (
    <div className="page-width py-6 sm:py-10">
      <div className="mx-auto max-w-3xl">
        <h1 className="font-display text-3xl font-bold tracking-tight sm:text-4xl">{title}</h1>
        <p className="mt-2 text-sm text-muted">Last updated: {updated}</p>
        <p className="mt-4 text-lg text-muted">{lead}</p>
        <nav aria-label="On this page" className="card mt-6 p-4 sm:p-5">
          <ol className="sm:columns-2 sm:gap-x-8">
            {Object.entries(sections).map(([id, { title: name }], at) => (
              <li key={id} className="break-inside-avoid">
                <a href={`#${id}`} className="flex min-h-11 items-center gap-2 font-medium text-forest hover:underline">
                  <span className="w-6 shrink-0 text-right text-sm text-muted tabular-nums">{at + 1}.</span>
                  {name}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        {Object.entries(sections).map(([id, { title: name, body }], at) => (
          <section key={id} aria-labelledby={id} className="mt-9">
            <h2 id={id} className="scroll-mt-24 font-display text-xl font-bold sm:text-2xl">
              {at + 1}. {name}
            </h2>
            {body.map((part) =>
              typeof part === "string" ? (
                <p key={part} className="mt-3 leading-relaxed [overflow-wrap:anywhere]">
                  {part}
                </p>
              ) : (
                <ul key={part[0]} className="mt-3 list-disc space-y-2 pl-5 leading-relaxed marker:text-forest">
                  {part.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              ),
            )}
          </section>
        ))}
      </div>
    </div>
  );
}
