import { isRouteErrorResponse } from "react-router";
import { buttonClass } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { ErrorScreen } from "../screens/error-screen.tsx";

/** The admin error screen for a missing record (404), a page that the role may not see (403), or an error. */
export function AdminError({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 403) {
    return (
      <Sentence title="Your role cannot open this page">
        The shop's owner decides who may open which page. Ask them if you need this one.
      </Sentence>
    );
  }
  if (status === 404) {
    return (
      <Sentence title="This is not here">
        It may have been deleted. Deleted records stay in the trash for 30 days.
      </Sentence>
    );
  }
  return <ErrorScreen error={error} />;
}

function Sentence({ title, children }: { title: string; children: string }) {
  return (
    <div className="card px-6 py-14 text-center">
      <h1 className="font-display text-2xl font-bold sm:text-3xl">{title}</h1>
      <p className="mx-auto mt-2 mb-6 max-w-md text-muted">{children}</p>
      <Link to="/admin/overview" className={buttonClass("primary")}>
        Go to the overview
      </Link>
    </div>
  );
}
