import { useEffect } from "react";
import { data, redirect, useNavigate } from "react-router";
import { FormCart } from "#app/features/cart/components/form-cart.tsx";
import { FORM_CART_PATH } from "#app/features/cart/links.ts";
import { checkCart, type CheckedCart } from "#app/features/cart/queries.server.ts";
import { MAX_QUANTITY } from "#app/features/cart/rules.ts";
import { checkedInOrder } from "#app/features/cart/rules/families.ts";
import { changeFormCart, formCartCookie, readFormCart, soldUnits } from "#app/features/cart/rules/form-cart.ts";
import { quoteDelivery } from "#app/features/delivery/queries.server.ts";
import { currentDelivery } from "#app/features/delivery/queries/facts.server.ts";
import { isPlace } from "#app/lib/lgas.ts";
import { stateOf } from "#app/lib/nigeria.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { wholeNumber } from "#app/lib/whole-numbers.ts";
import { readForm } from "#app/platform/body.server.ts";
import { shopContext, type Shop } from "#app/platform/context.server.ts";
import { throttle } from "#app/platform/throttle.server.ts";
import { loadErrorBoundary } from "#app/shell/screens/load-error.tsx";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { readQuantity } from "#app/ui/quantity.ts";
import type { Route } from "./+types/basic.ts";

export const meta = noIndexMeta("Cart");

export function headers({ errorHeaders }: Route.HeadersArgs) {
  const all = new Headers(errorHeaders);
  all.set("Cache-Control", "no-store");
  return all;
}

/** The cart without JavaScript: products and quantities are in a cookie, prices are current. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const lines = readFormCart(request.headers.get("Cookie"));
  if (lines.length > 0) await throttle(context, "cart_check");
  const cart = lines.length > 0 ? await checkCart(context.get(shopContext).db, lines) : null;
  if (cart) cart.lines = checkedInOrder(cart.lines);
  const delivery = cart && (await deliveryOf(context.get(shopContext), cart, url.searchParams.get("place")));
  return { cart, delivery, countIn: Object.fromEntries(lines.map(({ id, count_in }) => [id, count_in])) };
}

/** The chosen place with its ways of delivery; null without rates. An unknown place counts as none. */
async function deliveryOf({ db }: Shop, cart: CheckedCart, asked: string | null) {
  if (!(await currentDelivery({ db }))) return null;
  const place = asked !== null && isPlace(asked) ? asked : null;
  if (place === null) return { place, quote: null };
  const state_code = stateOf(place) ?? "";
  const where = { state_code, lga_code: place === state_code ? null : place };
  const lines = cart.lines.filter(({ buyable }) => buyable);
  return { place, quote: await quoteDelivery(db, where, lines, cart.subtotal_kobo, new Date()) };
}

/** Handles the forms that add, set and remove, then redirects, so that a reload repeats nothing. */
export async function action({ request, url }: Route.ActionArgs) {
  const form = new URLSearchParams([...(await readForm(request)), ...url.searchParams]);
  const id = (form.get("id") ?? "").toLowerCase();
  const intent = form.get("intent");
  if (!isUuid(id) || (intent !== "add" && intent !== "set" && intent !== "remove"))
    return data({ problem: "This form could not be read. Please try again." }, { status: 400 });
  const { quantity, refusal } = readQuantity(form.get("quantity") ?? "", { min: 1, max: MAX_QUANTITY });
  if (intent !== "remove" && quantity === null)
    return data({ problem: refusal?.text ?? "Please type a quantity." }, { status: 422 });
  const lines = readFormCart(request.headers.get("Cookie"));
  const shown_in = sizeIn(form, "shown_in");
  const count_in = form.has("count_in") ? sizeIn(form, "count_in") : shown_in;
  const sold = soldUnits(quantity ?? 1, count_in, {
    count: wholeNumber(form.get("shown")) ?? Number.NaN,
    count_in: shown_in,
  });
  const changed = changeFormCart(
    lines,
    intent === "remove" ? { intent, id } : { intent, id, quantity: sold, count_in },
  );
  return redirect(FORM_CART_PATH, { status: 303, headers: { "Set-Cookie": formCartCookie(changed) } });
}

/** The unit size of a form: number of sold units in it, 1 by default. */
function sizeIn(form: URLSearchParams, name: string): number {
  const size = wholeNumber(form.get(name));
  return size && size <= MAX_QUANTITY ? size : 1;
}

export default function BasicCart({ loaderData, actionData }: Route.ComponentProps) {
  const navigate = useNavigate();
  // With JavaScript the browser's own cart is used.
  useEffect(() => {
    void import("#app/features/cart/components/form-cart-takeover.ts")
      .then(({ takeOverFormCart }) => takeOverFormCart())
      .then(() => navigate("/cart", { replace: true }));
  }, [navigate]);
  return (
    <div className="page-width pt-6 pb-12 sm:pt-8">
      <h1 className="mb-5 font-display text-3xl font-bold tracking-tight sm:text-4xl">Your cart</h1>
      <FormCart {...loaderData} problem={actionData?.problem} />
    </div>
  );
}

export const ErrorBoundary = loadErrorBoundary("Your cart could not be loaded");
