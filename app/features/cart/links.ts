/** Page of the cart without JavaScript, and the action of its forms. */
export const FORM_CART_PATH = "/cart/basic";

/** Where a form without fields adds `quantity` of a product. A listing has a dozen: they stay small. */
export function addToFormCart(id: string, quantity: number): string {
  return `${FORM_CART_PATH}?intent=add&id=${id}&quantity=${quantity}`;
}
