/** The fallback for a lazily loaded form whose script fails to load. */
export function NoForm() {
  return (
    <p role="alert" className="text-[0.9375rem] text-clay-deep">
      This form could not be loaded. Please reload the page.
    </p>
  );
}
