import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "#app/features/settings/rules.ts";
import { goLiveProblems } from "./go-live.server.ts";

const FRESH = { MAIL_FROM: "Oja <orders@oja.example>", SMTP_URL: undefined, BASE_URL: "http://localhost:3000" };

test("a new shop lists each example value that visitors would see", () => {
  const list = goLiveProblems({ settings: DEFAULT_SETTINGS, env: FRESH }).join("\n");
  for (const part of [
    "hello@oja.example",
    "phone number",
    "WhatsApp",
    "MAIL_FROM",
    "SMTP_URL",
    "BASE_URL",
    "address is",
    "counsel",
  ])
    expect(list).toContain(part);
});

test("what was changed is not listed any more", () => {
  const general = {
    ...DEFAULT_SETTINGS.general,
    storeEmail: "ask@kano.ng",
    storePhone: "0803 123 4567",
    whatsappNumber: "",
  };
  const env = { MAIL_FROM: "Kano <ask@kano.ng>", SMTP_URL: "smtp://mail.kano.ng", BASE_URL: "https://kano.ng" };
  const list = goLiveProblems({ settings: { ...DEFAULT_SETTINGS, general }, env }).join("\n");
  expect(list).not.toMatch(/Email|phone number|WhatsApp|MAIL_FROM|SMTP_URL|BASE_URL/);
  expect(list).toContain("counsel");
});
