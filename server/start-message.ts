import type { RunningShop } from "./start.server.ts";

type Started = Pick<RunningShop, "url" | "payments" | "demoLogins" | "goLive"> & {
  demo: Pick<NonNullable<RunningShop["demo"]>, "mailboxUrl" | "paystackUrl" | "googleUrl"> | null;
};
type Settings = { isPublicDemo: boolean; google: { issuer: string } | null };

const PROVIDERS = {
  live: "Paystack",
  test: "Paystack with test keys, no real money",
  sandbox: "the payment sandbox, no real money",
};

/** The text for the operator when the shop is open: addresses, logins of a demo and what is left to do. */
export function startMessage(shop: Started, { isPublicDemo, google }: Settings, seconds: number): string {
  const { demo, demoLogins } = shop;
  const payments = demo?.paystackUrl
    ? `${demo.paystackUrl} (sandbox, no real money)`
    : shop.payments
      ? PROVIDERS[shop.payments.sandbox ? "sandbox" : shop.payments.domain]
      : "off";
  const lines = [
    ["Shop", shop.url],
    ["Mailbox", demo?.mailboxUrl],
    ["Payments", payments],
    ["Google", demo?.googleUrl ? `${demo.googleUrl} (sandbox)` : google && new URL(google.issuer).host],
    ...demoLogins.map(({ role, email, password }) => [
      role === "admin" ? "Admin" : "Customer",
      `${email}, password ${password ?? "as it was printed when it was made"}`,
    ]),
  ].flatMap(([name, value]) => (value ? [`  ${String(name).padEnd(10)}${value}`] : []));
  return [
    `\nOja is open (ready in ${seconds.toFixed(1)} s)\n`,
    ...lines,
    ...(isPublicDemo ? [publicDemo(demoLogins.some(({ password }) => password !== null))] : []),
    ...(shop.goLive.length > 0 ? ["\nBefore going live:", ...shop.goLive.map((line) => `  - ${line}`)] : []),
    "\nStop it with Ctrl+C.\n",
  ].join("\n");
}

function publicDemo(arePrinted: boolean): string {
  const passwords = arePrinted
    ? "The passwords above were made for it: write them down, they are not printed again."
    : "Its passwords were printed when they were made, and are not printed again.";
  return `
This is a demo that others can reach. Its goods and payments are pretended; whoever comes can sign up and order.
${passwords}
The mailbox, which shows everybody's codes, opens on this machine only, and so does the payment window unless
SANDBOX_URL is set.`;
}
