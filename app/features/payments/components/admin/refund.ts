import { NoForm } from "#app/ui/admin/no-form.tsx";
import { lazyOr } from "#app/ui/lazy-or.ts";

/** Refund form as a separate chunk, loaded when opened. */
export const RefundForm = lazyOr(() => import("./refund-form.tsx"), NoForm);
