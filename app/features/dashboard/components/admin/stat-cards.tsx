import { Banknote, Boxes, ShoppingBag, Users, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { formatCount, formatNaira } from "#app/lib/money.ts";
import { cx } from "#app/ui/class-names.ts";
import { Link } from "#app/ui/link.tsx";
import type { BusinessFigures, Dashboard } from "../../queries.server.ts";
import { conversionWords, growth, percentText, type Figure } from "../../rules.ts";

type CardsProps = { data: Dashboard; hrefTo: (address: string) => string | null };

/** Key figures, each linked to the corresponding list; staff without the right see the products only. */
export function StatCards({ data: { business, products }, hrefTo }: CardsProps) {
  return (
    <section aria-label="Figures" className="grid gap-2">
      <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
        {business ? <BusinessCards figures={business} hrefTo={hrefTo} /> : null}
        <StatCard icon={Boxes} title="Products" value={formatCount(products)} href={hrefTo("/admin/products")} />
      </div>
      {business ? (
        <p className="text-sm text-muted">
          Growth compares the last 30 days until now with the 30 days before them, until the same time of day.
        </p>
      ) : null}
    </section>
  );
}

function BusinessCards({ figures, hrefTo }: { figures: BusinessFigures; hrefTo: CardsProps["hrefTo"] }) {
  const { customers, orders, revenue, owed_kobo } = figures;
  const count = (number: number) => formatCount(number);
  const days = `?from=${figures.from}&to=${figures.to}`;
  return (
    <>
      <StatCard icon={Users} title="Customers" value={count(customers.total)} href={hrefTo("/admin/customers")}>
        <Growth figure={customers} now={`${count(customers.now)} new`} href={hrefTo(`/admin/customers${days}`)} />
      </StatCard>
      <StatCard icon={ShoppingBag} title="Orders" value={count(orders.total)} href={hrefTo("/admin/orders")}>
        <Growth figure={orders} now={count(orders.now)} href={hrefTo(`/admin/orders${days}`)} />
        <Today figure={count(orders.today)} day={figures.to} href={hrefTo("/admin/orders")} />
        <p>{conversionWords(figures.conversion)}</p>
      </StatCard>
      {revenue ? (
        <StatCard
          icon={Banknote}
          title="Revenue"
          value={formatNaira(revenue.total)}
          href={hrefTo("/admin/orders?payment=held")}
        >
          <Growth figure={revenue} now={formatNaira(revenue.now)} href={hrefTo(`/admin/orders${days}&payment=held`)} />
          <Today figure={formatNaira(revenue.today)} day={figures.to} href={hrefTo("/admin/orders?payment=held")} />
          <p>
            Paid, less refunds.
            {owed_kobo ? ` ${formatNaira(owed_kobo)} of it belongs to cancelled orders.` : null}
          </p>
        </StatCard>
      ) : null}
    </>
  );
}

type CardProps = { icon: LucideIcon; title: string; value: string; href: string | null; children?: ReactNode };

function StatCard({ icon: Icon, title, value, href, children }: CardProps) {
  return (
    <div className="card min-w-0 p-3.5 sm:p-4">
      <div className="flex items-center justify-between gap-2 text-muted">
        <h2 className="text-sm font-semibold">{title}</h2>
        <Icon aria-hidden className="size-5 shrink-0 text-forest" strokeWidth={1.8} />
      </div>
      <p
        className={cx(
          "mt-1 font-bold break-words tabular-nums",
          value.length > 11 ? "text-[0.8125rem] tracking-tight sm:text-xl" : "text-xl sm:text-2xl",
        )}
      >
        {href ? (
          <Link to={href} className="inline-flex min-h-11 items-center underline-offset-4 hover:underline">
            {value}
          </Link>
        ) : (
          <span className="inline-flex min-h-11 items-center">{value}</span>
        )}
      </p>
      <div className="grid gap-0.5 text-sm text-muted">{children}</div>
    </div>
  );
}

function Today({ figure, day, href }: { figure: string; day: string; href: string | null }) {
  const days = `from=${day}&to=${day}`;
  return (
    <p>
      {href ? (
        <Link to={href + (href.includes("?") ? "&" : "?") + days} className="underline underline-offset-3">
          {figure}
        </Link>
      ) : (
        figure
      )}{" "}
      today
    </p>
  );
}

/** Change from the previous 30 days. */
function Growth({ figure, now, href = null }: { figure: Figure; now: string; href?: string | null }) {
  const percent = growth(figure);
  const tone = percent === null ? "" : percent < 0 ? "text-clay-deep" : "text-forest";
  return (
    <p>
      <span className={cx("font-semibold whitespace-nowrap", tone)}>{percentText(percent)}</span>{" "}
      {href ? (
        <Link to={href} className="underline underline-offset-3">
          {now}
        </Link>
      ) : (
        now
      )}{" "}
      in 30 days
    </p>
  );
}
