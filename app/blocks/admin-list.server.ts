import { redirect, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { userContext } from "#app/features/accounts/middleware.server.ts";
import { viewsOf, type SavedView } from "#app/features/records/queries/views.server.ts";
import { readList, type ListSpec, type ListState } from "#app/lib/list.ts";
import { shopContext } from "#app/platform/context.server.ts";

type Opened<Spec extends ListSpec> = { state: ListState<Spec>; views: SavedView[] };

/** The list state of an address, with the saved view that it names, and the views that this user can see. */
export async function openList<Spec extends ListSpec>(
  request: Request,
  context: Readonly<RouterContextProvider>,
  spec: Spec,
): Promise<Opened<Spec>> {
  const params = new URL(request.url).searchParams;
  const views = await viewsOf(context.get(shopContext).db, context.get(userContext).id, spec.name);
  const found = views.find(({ id }) => id === params.get("view"));
  const view = found ? { id: found.id, name: found.name, query: found.query } : null;
  return { state: readList(spec, params, view), views };
}

/** For the address of a form that has no page of its own: opened by hand, it leads to `path`. */
export const onlyForms =
  (path: string): MiddlewareFunction<Response> =>
  ({ request }, next) => {
    if (request.method === "GET") throw redirect(path);
    return next();
  };
