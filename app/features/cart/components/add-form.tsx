import type { ReactNode } from "react";
import { addToFormCart } from "../links.ts";

type AddFormProps = { id: string; quantity: number; onAdd: () => void; className?: string; children: ReactNode };

/**
 * Form around an add-to-cart button: with JavaScript it adds to the browser's cart, without it the POST adds to the
 * cookie cart. The rendered page is identical for all visitors.
 */
export function AddForm({ id, quantity, onAdd, className, children }: AddFormProps) {
  return (
    <form
      method="post"
      action={addToFormCart(id, quantity)}
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        onAdd();
      }}
    >
      {children}
    </form>
  );
}
