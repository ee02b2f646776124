/**
 * Buys a product and pays for it through the payment sandbox, or finds the order of an earlier purchase:
 * `node purchase.mjs SHOP SANDBOX SECRET_KEY SEARCH [CHECKOUT_ID]`. Prints the checkout's id once the shop says that it is
 * paid. It imports nothing of the shop, so it can be sent into a container, where only loopback leads to the sandbox.
 */
import { randomUUID } from "node:crypto";

const [shop, sandbox, secretKey, search, earlier] = process.argv.slice(2);
const TRIES = 200;

/** The JSON of an answer; a refusal is an error with its text. */
async function ask(address, init) {
  const response = await fetch(address, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${new URL(address).pathname} answered ${response.status}: ${text.slice(0, 500)}`);
  return text.startsWith("{") ? JSON.parse(text) : text;
}

const post = (address, body, headers = {}) =>
  ask(address, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json", ...headers },
  });

/** The first product that `search` finds and the quantity to buy of it, from the form of its tile. */
async function findLine() {
  const page = await ask(`${shop}/products?search=${encodeURIComponent(search)}`);
  const [, id, quantity] = /intent=add&amp;id=([^"&]+)&amp;quantity=(\d+)"/.exec(page) ?? [];
  if (!id) throw new Error(`${search} finds no product that can be bought.`);
  return { id, quantity: Number(quantity) };
}

async function pay() {
  const line = await findLine();
  const contact = {
    name: "Adaeze Obi",
    email: "adaeze@example.com",
    phone: "08031234567",
    address: "12 Allen Avenue",
    city: "Ikeja",
    state: "Lagos",
    postal_code: "100001",
  };
  const checkout_id = randomUUID();
  const { payment } = await post(`${shop}/checkout/start`, { checkout_id, contact, lines: [line] });
  const complete = `${sandbox}/__sandbox/transactions/${payment.reference}/complete`;
  await post(complete, { outcome: "success" }, { "x-sandbox-token": secretKey });
  await post(`${shop}/functions/v1/verify-paystack-payment`, { reference: payment.reference });
  return checkout_id;
}

const checkout_id = earlier ?? (await pay());
let state = "";
for (let turn = 0; turn < TRIES && state !== "paid"; turn += 1) {
  ({ state } = await post(`${shop}/checkout/status`, { checkout_id }));
  if (state !== "paid") await new Promise((resolve) => setTimeout(resolve, 100));
}
if (state !== "paid") throw new Error(`The checkout is ${state}, not paid.`);
console.log(checkout_id);
