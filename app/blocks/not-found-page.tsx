import { Link } from "react-router";
import { buttonClass } from "#app/ui/button.tsx";
import { EmptyCarton } from "./empty-carton.tsx";
import { SearchBox } from "./search-box.tsx";

/** What stands where a page is not. Its status code is the route's business. */
export function NotFoundPage() {
  return (
    <div className="page-width flex flex-col items-center py-12 text-center sm:py-20">
      <meta name="robots" content="noindex" />
      <EmptyCarton />
      <h1 className="mt-6 font-display text-3xl font-extrabold tracking-tight sm:text-4xl">Oops! Page not found</h1>
      <p className="mt-3 max-w-md text-muted">
        This carton is empty: the page was moved, or never was. What you are looking for may be one search away.
      </p>
      <SearchBox label="Search for the page" className="mt-7 w-full max-w-md text-left" />
      <div className="mt-5 flex flex-wrap justify-center gap-3">
        <Link to="/" className={buttonClass("primary", "md")}>
          Back to Home
        </Link>
        <Link to="/products" className={buttonClass("outline", "md")}>
          All Products
        </Link>
      </div>
    </div>
  );
}
