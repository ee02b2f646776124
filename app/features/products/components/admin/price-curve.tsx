import { formatNaira } from "#app/lib/money.ts";

type Point = { price_kobo: number; day: string };

const WIDTH = 600;
const HEIGHT = 120;

/** Price history as a line chart, with a table for screen readers; nothing before the second change. */
export function PriceCurve({ points }: { points: Point[] }) {
  if (points.length < 2) return null;
  const prices = points.map(({ price_kobo }) => price_kobo);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const x = (at: number) => (at / (points.length - 1)) * (WIDTH - 16) + 8;
  const y = (kobo: number) => HEIGHT - 8 - ((kobo - low) / Math.max(1, high - low)) * (HEIGHT - 16);
  const line = prices.map((kobo, at) => `${x(at).toFixed(1)},${y(kobo).toFixed(1)}`).join(" ");
  return (
    <section className="mt-8 border-t border-line pt-5">
      <h3 className="font-display text-lg font-bold">Price since {points[0]?.day}</h3>
      <p className="text-sm text-muted">
        Between {formatNaira(low)} and {formatNaira(high)}
      </p>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden className="mt-3 w-full text-forest">
        <polyline points={line} fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinejoin="round" />
        {prices.map((kobo, at) => (
          <circle key={at} cx={x(at)} cy={y(kobo)} r="3.5" fill="currentColor" />
        ))}
      </svg>
      <table className="sr-only">
        <caption>Prices by day</caption>
        <tbody>
          {points.map(({ day, price_kobo }, at) => (
            <tr key={at}>
              <th scope="row">{day}</th>
              <td>{formatNaira(price_kobo)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
