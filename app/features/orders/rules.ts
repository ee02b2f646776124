/** How an order is called to people: the first 8 characters of its id, upper-cased. */
export function orderNumber(id: string): string {
  return id.slice(0, 8).toUpperCase();
}
