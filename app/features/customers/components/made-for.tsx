import { createContext, useContext } from "react";

/** The id of whom the page was made for. */
export const MadeFor = createContext("");

/** Says in a form of the profile for whom it was made: by then somebody else may be signed in in this browser. */
export function MadeForField() {
  return <input type="hidden" name="for" value={useContext(MadeFor)} />;
}
