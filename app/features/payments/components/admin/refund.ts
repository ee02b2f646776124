import { NoForm } from "#app/ui/admin/no-form.tsx";
import { lazyOr } from "#app/ui/lazy-or.ts";

/** The form of a refund, in a chunk that lists and details load when it is opened. */
export const RefundForm = lazyOr(() => import("./refund-form.tsx"), NoForm);
