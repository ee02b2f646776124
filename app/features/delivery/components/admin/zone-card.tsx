import { Plus } from "lucide-react";
import { placeName } from "#app/lib/lgas.ts";
import { formatCount, formatNaira } from "#app/lib/money.ts";
import { ConfirmForm } from "#app/ui/admin/confirm-form.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import type { Zone } from "../../queries/rates.server.ts";
import { KIND_NAMES } from "../../rules.ts";
import { clockText, methodHref, newMethodHref, zoneHref } from "../../rules/forms.ts";

/** Places named before the rest is counted. */
const FEW = 8;

/** A zone with its places and its table of methods. */
export function ZoneCard({ zone }: { zone: Zone }) {
  const { id, name, places, methods, example } = zone;
  const rest = places.length - FEW;
  return (
    <section aria-labelledby={`zone-${id}`} className="card p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 sm:flex-nowrap">
        <div className="min-w-0">
          <h2 id={`zone-${id}`} className="flex flex-wrap items-center gap-2 text-lg font-bold break-words">
            <span className="min-w-0 break-words">{name}</span>
            {example ? <Badge tone="low">Example</Badge> : null}
          </h2>
          <p className="mt-0.5 text-sm break-words text-muted">
            {places.slice(0, FEW).map(placeName).join("; ")}
            {rest > 0 ? ` and ${rest} more` : ""}
          </p>
        </div>
        <div className="flex shrink-0 gap-1">
          <Link to={zoneHref(id)} className={buttonClass("soft", "sm")} preventScrollReset>
            Edit<span className="sr-only"> {name}</span>
          </Link>
          <ConfirmForm
            id={`zone:${id}`}
            label={`Delete ${name}`}
            title={`Delete “${name}”?`}
            text="Its places then have no delivery price. Orders keep theirs. It stays in the trash for 30 days."
          />
        </div>
      </div>
      <ul className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-2">
        {methods.map((method) => (
          <MethodRow key={method.id} method={method} />
        ))}
      </ul>
      {methods.length === 0 ? (
        <p className="mt-3 text-sm text-muted">No method yet: buyers here see no price.</p>
      ) : null}
      <Link to={newMethodHref(id)} className={buttonClass("outline", "sm", "mt-3")} preventScrollReset>
        <Plus aria-hidden className="size-4" />
        Add method<span className="sr-only"> to {name}</span>
      </Link>
    </section>
  );
}

function MethodRow({ method }: { method: Zone["methods"][number] }) {
  const { id, kind, name, carrier, bands, extra_kg_kobo, free_from_kobo, min_days, max_days, cutoff_minute } = method;
  const [first, last] = [bands[0], bands.at(-1)];
  const band = ({ upto_grams, kobo }: (typeof bands)[number]) =>
    `${kobo === 0 ? "free" : formatNaira(kobo)} (up to ${formatCount(upto_grams / 1000)} kg)`;
  const prices = [
    first && last && (first === last ? band(first) : `${band(first)} to ${band(last)}`),
    extra_kg_kobo === null
      ? null
      : extra_kg_kobo === 0
        ? "the same above it"
        : `then ${formatNaira(extra_kg_kobo)} for each kg more`,
    free_from_kobo === null ? null : `free from ${formatNaira(free_from_kobo)}`,
  ].filter(Boolean);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 rounded-xl border border-line p-3 sm:flex-nowrap">
      <div className="min-w-0 text-sm">
        <p className="flex flex-wrap items-center gap-2 text-base font-semibold break-words">
          <span className="min-w-0 break-words">
            {KIND_NAMES[kind]}: {name}
          </span>
          {method.active ? null : <Badge tone="neutral">Not offered</Badge>}
        </p>
        <p className="break-words text-muted">{prices.join(", ")}</p>
        <p className="break-words text-muted">
          {min_days === max_days ? min_days : `${min_days} to ${max_days}`} working {max_days === 1 ? "day" : "days"}
          {carrier ? `, by ${carrier}` : ""}, cut-off {clockText(cutoff_minute)}
        </p>
      </div>
      <div className="flex shrink-0 gap-1">
        <Link to={methodHref(id)} className={buttonClass("soft", "sm")} preventScrollReset>
          Edit<span className="sr-only"> {name}</span>
        </Link>
        <ConfirmForm
          id={`method:${id}`}
          label={`Delete ${name}`}
          title={`Delete “${name}”?`}
          text="Buyers no longer see it. It stays in the trash for 30 days."
        />
      </div>
    </li>
  );
}
