import { useEffect, useState, type RefObject } from "react";
import { checkLines } from "#app/features/cart/components/cart-api.ts";
import { MAX_LINES } from "#app/features/cart/rules.ts";
import { quantityField, readGrid, readGridQuantity } from "#app/features/cart/rules/order-grid.ts";
import { addToCart, useCart } from "#app/features/cart/store.ts";
import { minimumQuantity, quantityRange } from "#app/features/pricing/rules.ts";
import type { GroupVariant, ProductGroup } from "#app/features/products/queries/variants.server.ts";
import type { FieldErrors, RefusedForm } from "#app/lib/forms.ts";
import { formatCount } from "#app/lib/money.ts";
import { readQuantity } from "#app/ui/quantity.ts";
import { toast } from "#app/ui/toast.ts";

export type GridLine = { variant: GroupVariant; quantity: number };
type Typed = Record<string, string>;

/** The typed quantities of a group, by field name: every variant's page shows the same grid. */
const typedByGroup = new Map<string, Typed>();

const inCart = (id: string) => useCart.getState().items.find((item) => item.id === id)?.quantity ?? 0;

/** The state of an order grid: quantities, errors, and adding all lines. */
export function useOrderGrid(group: ProductGroup, form: RefObject<HTMLFormElement | null>, refused?: RefusedForm) {
  const [initial] = useState<Typed>(() => refused?.values ?? typedByGroup.get(group.id) ?? {});
  const [inputs, setInputs] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors>(refused?.errors ?? {});
  const [message, setMessage] = useState(refused?.message ?? "");
  const [isBusy, setIsBusy] = useState(false);

  const fieldOf = (id: string) =>
    form.current?.querySelector<HTMLInputElement>(`[name="${quantityField(id)}"]`) ?? null;

  function readFields() {
    if (!form.current) return;
    const now = textsIn(form.current);
    typedByGroup.set(group.id, now);
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => now[name] === inputs[name])));
    setMessage("");
    setInputs(now);
  }

  // Text typed before hydration is only in the DOM fields.
  useEffect(() => {
    if (form.current) setInputs(textsIn(form.current));
  }, [form]);

  const inputOf = ({ id }: { id: string }) => inputs[quantityField(id)] ?? "";

  const lines = group.variants.flatMap((variant): GridLine[] => {
    const read = readGridQuantity(inputOf(variant), variant, { readQuantity });
    return read.ok && read.quantity > 0 ? [{ variant, quantity: read.quantity }] : [];
  });

  function set(variant: GroupVariant, quantity: number) {
    const field = fieldOf(variant.id);
    if (!field) return;
    field.value = quantity === 0 ? "" : String(quantity);
    readFields();
  }

  /** The quantity one step up or down; empty below the minimum. */
  function step(variant: GroupVariant, direction: 1 | -1) {
    const range = quantityRange(variant);
    if (!range.buyable) return;
    const now = readQuantity(inputOf(variant), { min: 0, max: Number.MAX_SAFE_INTEGER }).quantity ?? 0;
    const least = inCart(variant.id) > 0 ? range.step : minimumQuantity(variant);
    const next = now === 0 && direction === 1 ? least : now + direction * range.step;
    set(variant, next < least ? 0 : Math.min(next, range.max));
  }

  /** Validates a field on blur, with the page's data. */
  function check(variant: GroupVariant) {
    const read = readGridQuantity(inputOf(variant), variant, { readQuantity, held: inCart(variant.id) });
    const name = quantityField(variant.id);
    setErrors((before) => ({ ...without(before, name), ...(read.ok ? {} : { [name]: read.reason }) }));
  }

  function refuse(wrong: FieldErrors): string | null {
    const count = Object.keys(wrong).length;
    setErrors(wrong);
    setMessage(`Nothing was added: ${count === 1 ? "one quantity needs" : `${count} quantities need`} a look.`);
    return group.variants.find(({ id }) => wrong[quantityField(id)] !== undefined)?.id ?? null;
  }

  /** Adds all lines after the server has checked the stock, or none; returns the first invalid variant. */
  async function submit(): Promise<string | null> {
    const fields = { input: (id: string) => inputOf({ id }), held: inCart, readQuantity };
    const read = readGrid(group.variants, fields);
    if (!read.ok) return refuse(read.errors);
    if (read.lines.length === 0) {
      setMessage("Type how many of each you want.");
      return group.variants.find((variant) => quantityRange(variant).buyable)?.id ?? null;
    }
    const { items } = useCart.getState();
    const fresh = read.lines.filter(({ variant }) => !items.some(({ id }) => id === variant.id));
    if (items.length + fresh.length > MAX_LINES) {
      setMessage("Your cart is full. Please order what is in it first.");
      return null;
    }
    setIsBusy(true);
    const quantities = read.lines.map(({ variant, quantity }) => ({ id: variant.id, quantity }));
    const checked = await checkLines(quantities).catch(() => null);
    setIsBusy(false);
    if (!checked) {
      setMessage("Nothing was added: the shop could not be reached. Please try again.");
      return null;
    }
    const today = new Map(checked.lines.map(({ id, product }) => [id, product]));
    const gone = read.lines.filter(({ variant }) => !today.get(variant.id));
    if (gone.length > 0)
      return refuse(Object.fromEntries(gone.map(({ variant }) => [quantityField(variant.id), "No longer sold"])));
    const current = read.lines.flatMap(({ variant }) => {
      const product = today.get(variant.id);
      return product
        ? [{ ...variant, ...product, stock_quantity: product.stock, option_values: variant.option_values }]
        : [];
    });
    const again = readGrid(current, fields);
    if (!again.ok) return refuse(again.errors);
    for (const { variant, quantity } of again.lines) {
      const product = today.get(variant.id);
      if (!product) continue;
      const { distributor: _, ...facts } = product;
      addToCart({ ...facts, quantity });
    }
    for (const { variant } of again.lines) set(variant, 0);
    typedByGroup.delete(group.id);
    const units = formatCount(again.lines.reduce((sum, { quantity }) => sum + quantity, 0));
    toast.success("Added to cart", `${units} × ${group.name} in ${countText(again.lines.length)}`);
    return null;
  }

  return { initial, inputOf, errors, message, lines, isBusy, readFields, fieldOf, step, check, submit };
}

export type OrderGridState = ReturnType<typeof useOrderGrid>;

function textsIn(form: HTMLFormElement): Typed {
  const texts = [...new FormData(form)].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  return Object.fromEntries(texts) as Typed;
}

function without(errors: FieldErrors, name: string): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([other]) => other !== name));
}

function countText(count: number): string {
  return count === 1 ? "1 variant" : `${count} variants`;
}
