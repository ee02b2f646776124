import { formatCount } from "#app/lib/money.ts";
import { largePicture } from "#app/lib/pictures.ts";
import { Picture } from "#app/ui/picture.tsx";
import { trackingHref, travelFacts, type Travel } from "../rules/shipments.ts";

type Line = { product_name: string; unit: string; quantity: number };

/** What a shipment contains. */
export function ShipmentGoods({ lines }: { lines: readonly Line[] }) {
  return (
    <ul className="grid gap-0.5 text-sm">
      {lines.map(({ product_name, unit, quantity }, index) => (
        <li key={index} className="wrap-anywhere">
          {formatCount(quantity)} × {product_name}
          {unit ? ` (${unit})` : ""}
        </li>
      ))}
    </ul>
  );
}

/** How a shipment travels, as far as it is known. */
export function ShipmentFacts({ shipment }: { shipment: Travel & { photo: string; number: number } }) {
  const facts = travelFacts(shipment);
  const tracking = trackingHref(shipment);
  return (
    <>
      {facts.length > 0 ? (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
          {facts.map(([name, text]) => (
            <div key={name} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-muted">{name}</dt>
              <dd className="font-medium wrap-anywhere">
                {name === "Driver" ? (
                  <a
                    href={`tel:${text.replaceAll(/[^\d+]/g, "")}`}
                    className="text-forest underline underline-offset-3"
                  >
                    {text}
                  </a>
                ) : (
                  text
                )}
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {tracking ? (
        <a
          href={tracking}
          target="_blank"
          rel="noreferrer nofollow"
          className="inline-flex min-h-11 items-center justify-self-start text-sm font-semibold text-forest underline underline-offset-4"
        >
          Follow it at the carrier
        </a>
      ) : null}
      {shipment.photo ? (
        <a
          href={largePicture(shipment.photo)}
          target="_blank"
          rel="noreferrer"
          className="block size-32 overflow-hidden rounded-xl"
        >
          <Picture address={shipment.photo} alt={`Photo of shipment ${shipment.number}`} size={128} sizes="128px" />
        </a>
      ) : null}
    </>
  );
}
