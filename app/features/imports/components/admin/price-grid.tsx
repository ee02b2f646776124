import { useContext, useEffect, useState, type ClipboardEvent, type KeyboardEvent } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import type { PriceLine } from "#app/features/products/queries/admin-products.server.ts";
import { newPrice, readNewPrice, type PriceMove } from "#app/features/products/rules/price-move.ts";
import { firstError, type FormResult } from "#app/lib/forms.ts";
import { formatCount, nairaText, parseNaira } from "#app/lib/money.ts";
import type { Unsent } from "#app/ui/admin/send-record.ts";
import { SignInAgainContext } from "#app/ui/admin/sign-in-again.ts";
import { Button } from "#app/ui/button.tsx";
import { pastedCells } from "../../rules/pasted-prices.ts";
import { DiscardTyped } from "./discard-typed.tsx";
import { DiscountChoice } from "./discount-choice.tsx";
import { PriceGridLine } from "./price-grid-line.tsx";
import { PriceTools } from "./price-tools.tsx";
import { useTypedPrices } from "./use-typed-prices.ts";

const FORM = "prices-form";

type GridProps = {
  lines: PriceLine[];
  /** The query string of the chosen supplier and category. */
  filter: string;
  answer: FormResult | Unsent | undefined;
  withCosts: boolean;
};

/**
 * Grid of new prices beside the current ones: typed, pasted from a spreadsheet column, or computed for all lines. Arrow
 * keys and Enter move between lines. Typed prices of all pages are kept in this browser and sent together.
 */
export function PriceGrid({ lines, filter, answer, withCosts }: GridProps) {
  const { typed, type, discard } = useTypedPrices(filter, lines);
  const [round, setRound] = useState("5000");
  const [pasted, setPasted] = useState("");
  const isBusy = useNavigation().formData !== undefined;
  const submit = useSubmit();
  const signInAgain = useContext(SignInAgainContext);
  const textOf = (line: PriceLine) => typed[line.id] ?? "";
  const isRead = (line: PriceLine) => readNewPrice(textOf(line)) !== null;
  const changed = lines.filter((line) => isRead(line) && readNewPrice(textOf(line)) !== line.price_kobo);
  const unread = lines.filter((line) => textOf(line) !== "" && !isRead(line)).length;
  const elsewhere = Object.entries(typed).filter(([id]) => !lines.some((line) => line.id === id));
  const errors = answer && !answer.ok && !isBusy ? answer.errors : {};
  const unsent = answer && !answer.ok && "unsent" in answer ? answer.unsent : null;

  // A refusal may be about a line far above the button.
  useEffect(() => {
    const wrong = Object.keys(errors).find((name) => name.startsWith("price."));
    if (wrong) document.getElementById(wrong.replace(".", "-"))?.focus();
  }, [answer]); // oxlint-disable-line react-hooks/exhaustive-deps

  function move(change: PriceMove) {
    const moved = lines.flatMap((line) => {
      const kobo = newPrice(line, change);
      return kobo !== null && kobo > 0 ? [[line.id, nairaText(kobo)]] : [];
    });
    type(Object.fromEntries(moved));
  }

  function paste(event: ClipboardEvent<HTMLInputElement>, at: number) {
    const cells = pastedCells(event.clipboardData.getData("text"));
    if (cells.length < 2) return;
    event.preventDefault();
    const filled = cells.flatMap((cell, index) => {
      const [line, kobo] = [lines[at + index], parseNaira(cell)];
      return line && cell !== "" ? [[line.id, kobo === null ? cell : nairaText(kobo)]] : [];
    });
    type(Object.fromEntries(filled));
    const left = at + cells.length - lines.length;
    setPasted(
      left > 0 ? `The last ${formatCount(left)} of ${formatCount(cells.length)} pasted rows found no line.` : "",
    );
  }

  function go(event: KeyboardEvent<HTMLInputElement>, at: number) {
    const step = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    document.getElementById(`price-${lines[at + step]?.id}`)?.focus();
  }

  return (
    <>
      <PriceTools onMove={move} withCosts={withCosts} round={round} onRound={setRound} />
      <Form id={FORM} method="post" className="grid gap-4" data-record-form preventScrollReset>
        <input type="hidden" name="round" value={round} />
        <input type="hidden" name="filter" value={filter} />
        {elsewhere.map(([id, text]) => (
          <input key={id} type="hidden" name={`price.${id}`} value={text} />
        ))}
        <ul className="card divide-y divide-line">
          {lines.map((line, at) => (
            <PriceGridLine
              key={line.id}
              line={line}
              text={textOf(line)}
              onText={(text) => type({ [line.id]: text })}
              onPaste={(event) => paste(event, at)}
              onKeyDown={(event) => go(event, at)}
              withCosts={withCosts}
            />
          ))}
        </ul>
        <div className="sticky bottom-0 -mx-4 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-white px-4 py-3 sm:mx-0 sm:rounded-2xl sm:border">
          <DiscountChoice isAsked={errors["discounts"] !== undefined} />
          <Button type="submit" size="lg" disabled={isBusy} data-record-save>
            {isBusy ? "Comparing…" : "Preview"}
          </Button>
          <DiscardTyped count={Object.keys(typed).length} onDiscard={discard} />
          <p role="alert" className="basis-full text-sm font-semibold text-clay-deep empty:hidden">
            {isBusy ? "" : firstError(answer)}
          </p>
          {unsent === "signed-out" ? (
            <div className="max-h-[60dvh] basis-full overflow-y-auto">
              {signInAgain?.(() => void submit(document.querySelector<HTMLFormElement>(`#${FORM}`)))}
            </div>
          ) : null}
          <p role="status" className="basis-full text-sm text-muted">
            {changed.length === 0 ? "No price changed yet" : `${changed.length} of ${lines.length} prices change`}
            {unread > 0 ? <b className="text-clay-deep">, {unread} cannot be read</b> : null}
            {elsewhere.length > 0
              ? `, ${formatCount(elsewhere.length)} typed ${elsewhere.length === 1 ? "price" : "prices"} on other pages`
              : ""}
            {pasted === "" ? null : <b className="block text-clay-deep">{pasted}</b>}
          </p>
        </div>
      </Form>
    </>
  );
}
