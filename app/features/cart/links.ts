/** Page of the cart without JavaScript, and the action of its forms. */
export const FORM_CART_PATH = "/cart/basic";
