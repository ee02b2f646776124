import { expect, test } from "vitest";
import { startMessage } from "./start-message.ts";

const SHOP = { url: "http://localhost:3000", payments: null, demo: null, demoLogins: [], goLive: [] };
const REAL = { isPublicDemo: false, google: null };
const LOGINS = [
  { role: "admin" as const, email: "admin@oja.example", password: "drawn-for-admin" },
  { role: "customer" as const, email: "ada@oja.example", password: "drawn-for-ada" },
];

test("a shop without payments names its address and what is left to do, and no demo", () => {
  expect(startMessage({ ...SHOP, goLive: ["SMTP_URL is not set"] }, REAL, 1.25)).toBe(
    "\nOja is open (ready in 1.3 s)\n\n  Shop      http://localhost:3000\n  Payments  off\n\n" +
      "Before going live:\n  - SMTP_URL is not set\n\nStop it with Ctrl+C.\n",
  );
});

test("a shop without demo names Google's host", () => {
  const text = startMessage(SHOP, { ...REAL, google: { issuer: "https://accounts.google.com" } }, 1);
  expect(text).toContain("  Google    accounts.google.com\n");
});

test("a demo names its sandboxes and passwords; only one that others can reach says what that means", () => {
  const demo = { mailboxUrl: "http://m", paystackUrl: "http://p", googleUrl: "http://g" };
  const text = startMessage({ ...SHOP, demo, demoLogins: LOGINS }, REAL, 1);
  for (const line of ["Mailbox   http://m", "http://p (sandbox, no real money)", "http://g (sandbox)"])
    expect(text).toContain(line);
  expect(text).toContain("Customer  ada@oja.example, password drawn-for-ada\n");
  expect(text).not.toContain("others can reach");
});

test("a demo that others can reach prints its passwords at the first start and says at later ones that it did", () => {
  const isPublic = { ...REAL, isPublicDemo: true };
  const first = startMessage({ ...SHOP, demoLogins: LOGINS }, isPublic, 1);
  expect(first).toContain("Admin     admin@oja.example, password drawn-for-admin\n");
  expect(first).toContain("demo that others can reach");
  expect(first).toContain("The passwords above were made for it: write them down");

  const later = startMessage({ ...SHOP, demoLogins: LOGINS.map((one) => ({ ...one, password: null })) }, isPublic, 1);
  expect(later).toContain("demo that others can reach");
  expect(later).toContain("admin@oja.example, password as it was printed when it was made\n");
  expect(later).not.toContain("passwords above");
  expect(later).toContain("Its passwords were printed when they were made");
});
