import { useEffect, useRef, useState, type ReactNode } from "react";
import { Form, useLocation } from "react-router";
import { listQuery, narrowed, viewQuery, type ListSpec, type ListState } from "#app/lib/list.ts";
import { formatCount } from "#app/lib/money.ts";
import { cx } from "../class-names.ts";
import { useHydrated } from "../use-hydrated.ts";
import { boxesOf } from "./list-table.tsx";
import { SelectedCount } from "./selected-count.ts";

type BulkProps = {
  spec: ListSpec;
  state: ListState;
  formId: string;
  /** The action that the selected rows are posted to. */
  action: string;
  /** The number of all matches of the list; with `isMore` at least that many. */
  total: number;
  isMore: boolean;
  /** Buttons and fields for the selected rows. */
  children: ReactNode;
};

const LINK = "min-h-11 rounded-lg px-1 text-sm font-semibold text-forest underline underline-offset-3";

/** The ticks of each list by its entry in the history, for a return over Back; a new page load begins without. */
const ticksLeft = new Map<string, { ids: ReadonlySet<string>; isAll: boolean }>();

/**
 * The bulk actions of selected rows; posts `id` for each, or `all=1` and the list's `query` for all matches
 * (`readSelection`), and the address of the list as `list`. Shown while rows are selected, and always without JavaScript; a button selects everything.
 */
export default function BulkBar({ spec, state, formId, action, total, isMore, children }: BulkProps) {
  const isLive = useHydrated();
  const [ticked, setTicked] = useState({ count: 0, isPage: false });
  const [isAll, setAll] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isEntered = useRef(false);
  const query = viewQuery(spec, state);
  const { key: here } = useLocation();

  useEffect(() => {
    const onChange = () => {
      const boxes = boxesOf(formId);
      const count = boxes.filter((box) => box.checked).length;
      const isPage = count > 0 && count === boxes.length;
      setTicked({ count, isPage });
      if (!isPage) setAll(false);
    };
    const before = ticksLeft.get(here);
    if (before) {
      for (const box of boxesOf(formId)) box.checked = before.ids.has(box.value);
      setAll(before.isAll);
    }
    onChange();
    document.addEventListener("change", onChange);
    return () => document.removeEventListener("change", onChange);
  }, [formId, here, query, state.page]);

  const count = isAll ? total : ticked.count;
  const countOf = (some: number) => `${formatCount(some)}${isMore && some === total ? "+" : ""}`;
  const everything = `Select all ${countOf(total)} ${narrowed(state) > 0 ? "that match" : spec.noun}`;
  const isShown = !isLive || count > 0;

  useEffect(() => {
    const ids = boxesOf(formId).filter((box) => box.checked);
    if (ids.length > 0 || ticksLeft.has(here))
      ticksLeft.set(here, { ids: new Set(ids.map(({ value }) => value)), isAll });
  }, [formId, here, ticked, isAll]);

  // Focus moves to the fields once they are rendered.
  useEffect(() => {
    if (isShown && isEntered.current) form.current?.querySelector<HTMLElement>("[data-bulk-value]")?.focus();
    isEntered.current = false;
  }, [isShown]);

  function untick() {
    for (const box of document.querySelectorAll<HTMLInputElement>("[data-tick-all]")) box.checked = false;
    for (const box of boxesOf(formId)) box.checked = false;
    setTicked({ count: 0, isPage: false });
    setAll(false);
  }

  function tickAll() {
    const boxes = boxesOf(formId);
    for (const box of boxes) box.checked = true;
    setTicked({ count: boxes.length, isPage: true });
    setAll(total > boxes.length);
    isEntered.current = true;
  }

  return (
    <>
      {isShown ? null : (
        <button type="button" className={LINK} onClick={tickAll}>
          {everything}
        </button>
      )}
      <Form
        ref={form}
        id={formId}
        method="post"
        action={action}
        hidden={!isShown}
        data-list-bulk
        aria-label={`With the ticked ${spec.noun}`}
        className={cx("card basis-full flex-wrap items-center gap-x-3 gap-y-2 bg-leaf px-4 py-2", isShown && "flex")}
      >
        <input type="hidden" name="query" value={query} />
        <input type="hidden" name="list" value={listQuery(spec, state)} />
        {isAll ? <input type="hidden" name="all" value="1" /> : null}
        <p role="status" className="text-sm font-semibold">
          {isLive ? `${countOf(count)} selected` : "With the selected rows:"}
        </p>
        {ticked.isPage && total > ticked.count ? (
          <button type="button" className={LINK} onClick={() => setAll(!isAll)}>
            {isAll ? "Only this page" : everything}
          </button>
        ) : null}
        {isLive ? (
          <button type="button" className={LINK} onClick={untick}>
            Clear selection
          </button>
        ) : null}
        <SelectedCount value={isLive ? count : null}>{children}</SelectedCount>
      </Form>
    </>
  );
}
