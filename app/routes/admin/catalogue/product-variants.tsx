import { useEffect } from "react";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { groupAction } from "#app/features/products/commands/group-action.server.ts";
import { GroupEditor } from "#app/features/products/components/admin/group-editor.tsx";
import { groupRecord } from "#app/features/products/queries/group-record.server.ts";
import { PRODUCTS } from "#app/features/products/rules/product-list.ts";
import { readList, recordHref } from "#app/lib/list.ts";
import { readFormData } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { found } from "#app/platform/errors.server.ts";
import { RouteDialog } from "#app/ui/admin/route-dialog.tsx";
import { toast } from "#app/ui/toast.ts";
import type { Route } from "./+types/product-variants.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("products.edit")];

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const record = found(await groupRecord(context.get(shopContext).db, params.id));
  const state = readList(PRODUCTS, new URL(request.url).searchParams);
  return { record, closeTo: recordHref(PRODUCTS, state, params.id) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readFormData(request, 65_536);
  return await groupAction(context.get(shopContext), context.get(userContext), params.id, form);
}

/** Also after a refusal, because another user's change caused it. */
export const shouldRevalidate = () => true;

export default function ProductVariants({ loaderData, actionData }: Route.ComponentProps) {
  const { record, closeTo } = loaderData;
  useEffect(() => {
    if (actionData?.ok) toast.success(actionData.title);
  }, [actionData]);
  return (
    <RouteDialog wide title={`Variants of ${record.group?.name ?? record.product.name}`} closeTo={closeTo}>
      <GroupEditor {...record} refused={actionData?.ok === false ? actionData : null} />
    </RouteDialog>
  );
}
