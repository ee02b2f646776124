import { formatDate } from "#app/lib/dates.ts";
import { formatNaira } from "#app/lib/money.ts";
import { Link } from "#app/ui/link.tsx";
import { TableHead } from "#app/ui/table-head.tsx";
import { axisTop, type Day } from "../../rules.ts";

const HEIGHT = 160;
const STEP = 20;
const BAR = 14;

type ChartProps = { days: Day[]; hrefTo: (address: string) => string | null };

/** Revenue of the last 30 days as a server-rendered bar chart, and as a table with a link per day. */
export function RevenueChart({ days, hrefTo }: ChartProps) {
  const most = Math.max(...days.map(({ kobo }) => kobo));
  const total = days.reduce((sum, { kobo }) => sum + kobo, 0);
  const top = axisTop(most);
  const best = days.find(({ kobo }) => kobo === most && kobo > 0);
  const summary = best
    ? `Revenue of 30 days: ${formatNaira(total)}. Most on ${formatDate(best.day)}: ${formatNaira(best.kobo)}.`
    : "Revenue of 30 days: nothing was paid yet.";
  return (
    <figure className="p-4">
      <div className="flex gap-2">
        <div aria-hidden className="flex flex-col justify-between text-right text-xs text-muted tabular-nums">
          <span>{short(top)}</span>
          <span>{short(top / 2)}</span>
          <span>₦0</span>
        </div>
        <svg
          role="img"
          aria-label={summary}
          viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-40 min-w-0 flex-1 border-b border-line"
        >
          <line x1="0" x2={days.length * STEP} y1={HEIGHT / 2} y2={HEIGHT / 2} className="stroke-line" />
          {days.map(({ day, kobo, orders }, at) => {
            const height = kobo > 0 ? Math.max(2, (kobo / top) * HEIGHT) : 0;
            return (
              <rect
                key={day}
                x={at * STEP + (STEP - BAR) / 2}
                y={HEIGHT - height}
                width={BAR}
                height={height}
                className="fill-forest"
              >
                <title>{`${formatDate(day)}: ${formatNaira(kobo)}, ${ordersText(orders)}`}</title>
              </rect>
            );
          })}
        </svg>
      </div>
      <div aria-hidden className="mt-1 flex justify-between pl-12 text-xs text-muted">
        <span>{formatDate(days[0]?.day)}</span>
        <span>{formatDate(days.at(-1)?.day)}</span>
      </div>
      <figcaption className="mt-2 text-sm text-muted">{summary}</figcaption>
      <details className="mt-1">
        <summary className="inline-flex min-h-11 items-center text-sm font-semibold text-forest">Day by day</summary>
        <table className="w-full text-left text-sm">
          <TableHead
            className="text-muted"
            cell="py-1 font-semibold"
            columns={{ Day: "", Orders: "text-right", Revenue: "text-right" }}
          />
          <tbody>
            {days.toReversed().map(({ day, kobo, orders }) => (
              <tr key={day} className="border-t border-line">
                <td className="py-1">
                  <DayLink day={day} href={hrefTo(`/admin/orders?from=${day}&to=${day}&payment=held`)} />
                </td>
                <td className="py-1 text-right tabular-nums">{orders}</td>
                <td className="price py-1 text-right">{formatNaira(kobo)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

function DayLink({ day, href }: { day: string; href: string | null }) {
  if (!href) return formatDate(day);
  return (
    <Link to={href} className="inline-flex min-h-6 items-center text-forest underline underline-offset-3">
      {formatDate(day)}
    </Link>
  );
}

const ordersText = (orders: number) => `${orders} ${orders === 1 ? "order" : "orders"}`;

/** Kobo as a short amount for the axis: "₦1.5M". */
function short(kobo: number): string {
  return `₦${new Intl.NumberFormat("en-NG", { notation: "compact", maximumFractionDigits: 1 }).format(kobo / 100)}`;
}
