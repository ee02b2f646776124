import { Link } from "react-router";
import { buttonClass } from "#app/ui/button.tsx";
import { MessageScreen } from "./message-screen.tsx";
import { SearchBox } from "./search-box.tsx";

/** The not-found page. The route sets the status code. */
export function NotFoundPage() {
  return (
    <MessageScreen
      title="Oops! Page not found"
      text="This carton is empty: the page was moved or never existed. What you are looking for may be one search away."
      actions={
        <>
          <Link to="/" className={buttonClass("primary", "md")}>
            Back to Home
          </Link>
          <Link to="/products" className={buttonClass("outline", "md")}>
            All Products
          </Link>
        </>
      }
    >
      <SearchBox label="Search for the page" className="mt-7 w-full max-w-md text-left" />
    </MessageScreen>
  );
}
