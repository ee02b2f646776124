import { createContext, useContext } from "react";

/** Id of the user that the page was rendered for. */
export const RenderedFor = createContext("");

/** Hidden field with the user that the form was rendered for, since another user may have signed in meanwhile. */
export function RenderedForField() {
  return <input type="hidden" name="for" value={useContext(RenderedFor)} />;
}
