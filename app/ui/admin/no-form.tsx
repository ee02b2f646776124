/** In place of a form that is loaded when it is opened, where it does not come over the line. */
export function NoForm() {
  return (
    <p role="alert" className="text-[0.9375rem] text-clay-deep">
      This form could not be loaded. Please reload the page.
    </p>
  );
}
