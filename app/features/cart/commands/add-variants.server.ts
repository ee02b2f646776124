import { productGroup } from "#app/features/products/queries/variants.server.ts";
import { refuseForm, type FormResult } from "#app/lib/forms.ts";
import type { Tx } from "#db/client.server.ts";
import { mergeLines } from "../rules.ts";
import { formCartCookie, MAX_FORM_LINES, readFormCart } from "../rules/form-cart.ts";
import { quantityField, readGrid, type ReadQuantity } from "../rules/order-grid.ts";

type Input = {
  group_id: string | null;
  form: URLSearchParams;
  cookies: string | null;
  /** Parses quantity fields. */
  readQuantity: ReadQuantity;
};

/**
 * Adds the quantities of an order grid to the cookie cart: all of them, or none if one is invalid. Returns the cart's
 * Set-Cookie value, or error messages by field.
 */
export async function addVariants(
  db: Tx,
  { group_id, form, cookies, readQuantity }: Input,
): Promise<FormResult<{ cookie: string }>> {
  const fields = new FormData();
  for (const [name, value] of form) fields.append(name, value);
  const refuse = (message: string, errors = {}) => refuseForm(fields, errors, { message });
  const group = await productGroup(db, group_id);
  if (!group) return refuse("This product has no variants to choose from any more.");
  const lines = readFormCart(cookies);
  const read = readGrid(group.variants, {
    input: (id) => form.get(quantityField(id)) ?? "",
    held: (id) => lines.find((line) => line.id === id)?.quantity ?? 0,
    readQuantity,
  });
  if (!read.ok) {
    const count = Object.keys(read.errors).length;
    const which = count === 1 ? "one quantity needs" : `${count} quantities need`;
    return refuse(`Nothing was added: ${which} a look.`, read.errors);
  }
  if (read.lines.length === 0) return refuse("Type how many of each you want.");
  const added = read.lines.map(({ variant, quantity }) => ({ id: variant.id, quantity }));
  const merged = mergeLines([...lines, ...added]);
  if (merged.length > MAX_FORM_LINES) return refuse("Your cart is full. Please order what is in it first.");
  return { ok: true, cookie: formCartCookie(merged) };
}
