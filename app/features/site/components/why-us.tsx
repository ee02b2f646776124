import { BadgePercent, Headset, ShieldCheck, Truck } from "lucide-react";
import { CLAIMS } from "#app/features/site/content.ts";
import { Section } from "#app/ui/section.tsx";
import type { DeliveryTexts } from "../rules/delivery-texts.ts";

const reasonsOf = ({ home, states }: DeliveryTexts) => [
  {
    icon: ShieldCheck,
    title: "Quality control",
    text: "Suppliers are reviewed before they sell, and goods are checked before they leave.",
  },
  {
    icon: Truck,
    title: "Delivery in ",
    whole: home,
    text: `From the supplier's store to yours, in ${states}.`,
  },
  {
    icon: Headset,
    title: `${CLAIMS.support} support`,
    text: "People who know the trade answer at any hour, before and after you buy.",
    inHours: "Support",
  },
  {
    icon: BadgePercent,
    title: "Larger discounts for larger quantities",
    text: "The more cartons, bags and bales you take, the less each one costs.",
  },
];

/** `hours` are those of the owner; empty for support at any hour. */
export function WhyUs({ hours, texts }: { hours: string; texts: DeliveryTexts }) {
  return (
    <Section id="home-why" title="Why Choose Us" className="page-width">
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-7 rounded-3xl bg-leaf p-6 sm:grid-cols-2 sm:p-8 lg:grid-cols-4 lg:p-10">
        {reasonsOf(texts).map(({ icon: Icon, title, whole, text, inHours }) => (
          <li key={title} className="flex flex-wrap gap-4 lg:flex-col">
            <span aria-hidden className="grid size-12 shrink-0 place-items-center rounded-2xl bg-white text-forest">
              <Icon className="size-6" strokeWidth={1.8} />
            </span>
            <div className="min-w-0 flex-1 basis-32 lg:basis-auto">
              <h3 className="font-display text-lg leading-6 font-bold">
                {inHours && hours ? inHours : title}
                {whole ? <span className="sm:whitespace-nowrap">{whole}</span> : null}
              </h3>
              <p className="mt-1.5 text-[0.9375rem] leading-6 text-muted">
                {inHours && hours ? `People who know the trade answer, ${hours}.` : text}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
