/** Says that delivery prices could not be asked for, with a button that asks again. */
export function QuoteFailed({ onAgain }: { onAgain: () => void }) {
  return (
    <span className="text-sm text-clay-deep">
      We could not ask for delivery prices. Please check your connection.{" "}
      <button type="button" onClick={onAgain} className="-my-2 min-h-11 font-semibold underline underline-offset-4">
        Try again
      </button>
    </span>
  );
}
