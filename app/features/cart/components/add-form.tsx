import type { ReactNode } from "react";
import { FORM_CART_PATH } from "../links.ts";

type AddFormProps = { id: string; quantity: number; onAdd: () => void; className?: string; children: ReactNode };

/**
 * Form around an add-to-cart button: with JavaScript it adds to the browser's cart, without it the POST adds to the
 * cookie cart. The rendered page is identical for all visitors.
 */
export function AddForm({ id, quantity, onAdd, className, children }: AddFormProps) {
  return (
    <form
      method="post"
      action={FORM_CART_PATH}
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        onAdd();
      }}
    >
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="quantity" value={quantity} />
      {children}
    </form>
  );
}
