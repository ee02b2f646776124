import type { CardPlace, Column } from "#app/lib/list.ts";

const LINES = "max-sm:card max-sm:relative max-sm:grid max-sm:gap-1 max-sm:p-3.5";
/** The pseudo-elements break the lines. */
const PLACED =
  "max-sm:card max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-2 max-sm:px-3 max-sm:py-2.5 " +
  "max-sm:before:order-3 max-sm:before:basis-full max-sm:after:order-6 max-sm:after:basis-full";

const PLACES: Record<CardPlace, string> = {
  top: "max-sm:order-1 max-sm:flex-1 max-sm:font-semibold",
  "top-end": "max-sm:order-2",
  middle: "max-sm:order-4 max-sm:flex-1 max-sm:text-sm max-sm:text-muted",
  "middle-end": "max-sm:order-5",
  bottom: "max-sm:order-7 max-sm:mt-1 max-sm:flex-auto",
  "bottom-end": "max-sm:order-8 max-sm:mt-1",
  hidden: "max-sm:hidden",
};
const LINE =
  "max-sm:empty:hidden max-sm:flex max-sm:items-center max-sm:justify-between max-sm:gap-4 max-sm:text-right max-sm:before:shrink-0 max-sm:before:text-sm max-sm:before:text-muted max-sm:before:content-[attr(data-label)]";

/** The classes of a row as a card below 640 px: of three lines of placed cells, or of a line for each. */
export const rowClass = (isPlaced: boolean) => (isPlaced ? PLACED : LINES);

/** Without a place, the first cell is the title of the card, and the others stand below it with their labels, empty ones not. */
export const cellClass = ({ card }: Column, position: number) =>
  card ? PLACES[card] : position === 0 ? "max-sm:pr-11 max-sm:font-semibold" : LINE;
