import { useState, type ClipboardEvent, type KeyboardEvent } from "react";
import { Form, useNavigation } from "react-router";
import { EditableCell } from "#app/features/products/components/admin/editable-cell.tsx";
import type { PriceLine } from "#app/features/products/queries/admin-products.server.ts";
import { newPrice, readNewPrice, type PriceMove } from "#app/features/products/rules/bulk.ts";
import { firstError, type FormResult } from "#app/lib/forms.ts";
import { formatNaira, nairaText, readAmount } from "#app/lib/money.ts";
import { Button } from "#app/ui/button.tsx";
import { cx } from "#app/ui/class-names.ts";
import { PriceTools } from "./price-tools.tsx";

type GridProps = { lines: PriceLine[]; answer: FormResult | undefined; withCosts: boolean };

/**
 * Grid of new prices beside the current ones: typed, pasted from a spreadsheet column, or computed for all lines. Arrow
 * keys and Enter move between lines. Input is kept across pages.
 */
export function PriceGrid({ lines, answer, withCosts }: GridProps) {
  const [inputs, setInputs] = useState<Record<string, string>>({});
  const isBusy = useNavigation().formData !== undefined;
  const valueOf = (line: PriceLine) => inputs[line.id] ?? "";
  const changed = lines.filter((line) => {
    const kobo = readNewPrice(valueOf(line));
    return kobo !== null && kobo !== line.price_kobo;
  });
  // Input from other pages of the list is submitted as well.
  const elsewhere = Object.entries(inputs).filter(
    ([id, value]) => value !== "" && !lines.some((line) => line.id === id),
  );

  function move(change: PriceMove) {
    const next = { ...inputs };
    for (const line of lines) {
      const kobo = newPrice(line, change);
      if (kobo !== null && kobo > 0) next[line.id] = nairaText(kobo);
    }
    setInputs(next);
  }

  function paste(event: ClipboardEvent<HTMLInputElement>, at: number) {
    const cells = event.clipboardData
      .getData("text")
      .replace(/\r?\n$/, "")
      .split(/\r?\n/);
    if (cells.length < 2) return;
    event.preventDefault();
    const next = { ...inputs };
    for (const [index, cell] of cells.entries()) {
      const line = lines[at + index];
      const kobo = readAmount(cell.split("\t").at(-1)?.trim() ?? "");
      if (line && kobo !== null) next[line.id] = nairaText(kobo);
    }
    setInputs(next);
  }

  function go(event: KeyboardEvent<HTMLInputElement>, at: number) {
    const step = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    document.getElementById(`price-${lines[at + step]?.id}`)?.focus();
  }

  return (
    <>
      <PriceTools onMove={move} withCosts={withCosts} />
      <Form method="post" className="grid gap-4">
        {elsewhere.map(([id, value]) => (
          <input key={id} type="hidden" name={`price.${id}`} value={value} />
        ))}
        <ul className="card divide-y divide-line">
          {lines.map((line, at) => (
            <li
              key={line.id}
              className="grid grid-cols-[minmax(0,1fr)_8rem] items-center gap-x-4 gap-y-1 px-4 py-2 sm:grid-cols-[minmax(0,1fr)_9rem_8rem_9rem]"
            >
              <label htmlFor={`price-${line.id}`} className="min-w-0 font-semibold break-words">
                {line.name}
                <span className="block text-sm font-normal text-muted">
                  {[line.unit, agoWords(line.days)].filter(Boolean).join(" · ")}
                </span>
              </label>
              <span className="text-right tabular-nums max-sm:col-start-1 max-sm:text-left">
                {formatNaira(line.price_kobo)}
              </span>
              <span className="text-right text-sm text-muted tabular-nums max-sm:col-start-1 max-sm:text-left">
                {withCosts && line.cost_kobo !== null ? `cost ${formatNaira(line.cost_kobo)}` : ""}
              </span>
              <span className="max-sm:col-start-2 max-sm:row-span-3 max-sm:row-start-1">
                <EditableCell
                  id={`price-${line.id}`}
                  name={`price.${line.id}`}
                  intent="price"
                  text={valueOf(line)}
                  onText={(text) => setInputs({ ...inputs, [line.id]: text })}
                  isInvalid={valueOf(line) !== "" && readNewPrice(valueOf(line)) === null}
                  placeholder={nairaText(line.price_kobo)}
                  className={cx(isBelowCost(line, valueOf(line)) && "border-clay")}
                  onPaste={(event) => paste(event, at)}
                  onKeyDown={(event) => go(event, at)}
                />
                {withCosts && isBelowCost(line, valueOf(line)) ? (
                  <span className="block text-right text-sm text-clay-deep">below cost</span>
                ) : null}
              </span>
            </li>
          ))}
        </ul>
        <p role="alert" className="font-semibold text-clay-deep empty:hidden">
          {firstError(answer)}
        </p>
        <div className="sticky bottom-0 -mx-4 flex flex-wrap items-center gap-3 border-t border-line bg-white px-4 py-3 sm:static sm:mx-0 sm:border-0 sm:bg-transparent sm:p-0">
          <Button type="submit" size="lg" disabled={isBusy}>
            {isBusy ? "Comparing…" : "Preview"}
          </Button>
          <p role="status" className="text-sm text-muted">
            {changed.length === 0 ? "No price changed yet" : `${changed.length} of ${lines.length} prices change`}
            {elsewhere.length > 0 ? `, and ${elsewhere.length} on other pages` : ""}
          </p>
        </div>
      </Form>
    </>
  );
}

function isBelowCost({ cost_kobo }: PriceLine, input: string): boolean {
  const kobo = input === "" ? null : readNewPrice(input);
  return kobo !== null && cost_kobo !== null && kobo < cost_kobo;
}

function agoWords(days: number | null): string {
  if (days === null) return "";
  return days < 1 ? "changed today" : `unchanged for ${days} ${days === 1 ? "day" : "days"}`;
}
