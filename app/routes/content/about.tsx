import { currentClaims } from "#app/blocks/claims.server.ts";
import { useStore } from "#app/features/settings/components/use-store.ts";
import { useDeliveryTexts } from "#app/features/site/components/use-delivery-texts.ts";
import { ABOUT_DESCRIPTION, aboutOf } from "#app/features/site/content/about.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { pageMeta } from "#app/shell/seo/page-meta.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import type { Route } from "./+types/about.ts";

export const meta = pageMeta({ title: "About us", description: ABOUT_DESCRIPTION, path: "/about" });

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  return { baseUrl: shop.baseUrl, claims: await currentClaims(shop) };
}

export default function About({ loaderData: { claims } }: Route.ComponentProps) {
  const { name } = useStore();
  const about = aboutOf(useDeliveryTexts());
  return (
    <div className="page-width py-6 sm:py-10">
      <div className="mx-auto max-w-3xl">
        <h1 className="font-display text-3xl font-bold tracking-tight sm:text-4xl">About {name}</h1>
        <p className="mt-4 text-lg leading-relaxed text-muted">{about.lead}</p>
        <dl className="mt-7 grid gap-3 sm:grid-cols-3">
          {about.facts.map(({ label, ...fact }) => (
            <div key={label} className="card flex flex-col-reverse justify-end p-5">
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="font-display text-2xl font-extrabold text-forest">
                {"claim" in fact ? claims[fact.claim] : fact.value}
              </dd>
            </div>
          ))}
        </dl>
        {about.sections.map(({ title, text }) => (
          <section key={title} className="mt-9">
            <h2 className="font-display text-xl font-bold sm:text-2xl">{title}</h2>
            {text.map((paragraph) => (
              <p key={paragraph} className="mt-3 leading-relaxed">
                {paragraph}
              </p>
            ))}
          </section>
        ))}
        <div className="mt-10 flex flex-wrap gap-3">
          <Link to="/products" className={buttonClass("primary")}>
            See the goods
          </Link>
          <Link to="/supplier-registration" className={buttonClass("outline")}>
            Become a supplier
          </Link>
          <Link to="/contact" className={buttonClass("outline")}>
            Contact us
          </Link>
        </div>
      </div>
    </div>
  );
}
