/** The page where a cart without JavaScript is shown, and the address that its forms are sent to. */
export const FORM_CART_PATH = "/cart/basic";
