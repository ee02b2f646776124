import type { ProductFact } from "../rules/facts.ts";

/** Description of a product and a table of its attributes. */
export function ProductDescription({ text, facts }: { text: string; facts: readonly ProductFact[] }) {
  return (
    <>
      {text === "" ? null : (
        <div className="border-t border-line pt-5">
          <h2 className="font-display text-lg font-bold">Description</h2>
          <p className="mt-2 leading-relaxed break-words whitespace-pre-line text-muted">{text}</p>
        </div>
      )}
      <FactsTable facts={facts} />
    </>
  );
}

function FactsTable({ facts }: { facts: readonly ProductFact[] }) {
  if (facts.length === 0) return null;
  return (
    <div className="border-t border-line pt-5">
      <h2 id="product-details" className="font-display text-lg font-bold">
        Product details
      </h2>
      <table aria-labelledby="product-details" className="mt-2 w-full table-fixed text-sm sm:text-[0.9375rem]">
        <tbody className="divide-y divide-line">
          {facts.map(({ name, value }) => (
            <tr key={name}>
              <th scope="row" className="w-2/5 py-2 pr-3 text-left align-top font-normal wrap-anywhere text-muted">
                {name}
              </th>
              <td className="py-2 font-semibold wrap-anywhere">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
