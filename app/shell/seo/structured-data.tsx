import { createContext, use, useEffect } from "react";
import { useLocation } from "react-router";

/** JSON-LD of the page, one object for each script. The server provides it; in the browser it is empty. */
export const StructuredDataContext = createContext<readonly object[]>([]);

/**
 * The page's JSON-LD for search engines, at the end of the head. Only the server renders it, so that the page does not
 * contain it again as data; React skips elements of the head that it does not render. Another page removes it.
 */
export function StructuredData() {
  const { pathname } = useLocation();
  useEffect(
    () => () => {
      for (const script of document.head.querySelectorAll('[type="application/ld+json"]')) script.remove();
    },
    [pathname],
  );
  return use(StructuredDataContext).map((data, i) => (
    <script key={i} type="application/ld+json">
      {JSON.stringify(data).replaceAll("<", "\\u003c")}
    </script>
  ));
}
