import { SearchBox } from "../storefront/search-box.tsx";
import { MessageScreen } from "./message-screen.tsx";

/** The not-found page. The route sets the status code. */
export function NotFoundPage() {
  return (
    <MessageScreen
      title="Oops! Page not found"
      text="This carton is empty: the page was moved or never existed. What you are looking for may be one search away."
      links={[
        { to: "/", label: "Back to Home" },
        { to: "/products", label: "All Products" },
      ]}
    >
      <SearchBox label="Search for the page" className="mt-7 w-full max-w-md text-left" />
    </MessageScreen>
  );
}
