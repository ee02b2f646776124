import { data } from "react-router";
import { NotFoundPage } from "#app/blocks/not-found-page.tsx";
import { SITE } from "#app/features/site/content.ts";

/** Every address that no other route knows. */
export const meta = () => [{ title: `Page not found | ${SITE.name}` }];

export function loader() {
  return data(null, { status: 404 });
}

export default function NotFound() {
  return <NotFoundPage />;
}
