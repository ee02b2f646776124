import type { ReactNode } from "react";
import { FORM_CART_PATH } from "../links.ts";

type AddFormProps = { id: string; quantity: number; onAdd: () => void; className?: string; children: ReactNode };

/**
 * Around a submit button that adds to the cart: the page's script adds to the browser's cart, and without it the form
 * fills the cart in the cookie. Public pages stay the same for everybody.
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
