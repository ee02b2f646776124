import { expect, test, vi } from "vitest";
import { actorOf } from "#tests/fixtures/actors.ts";
import type { Auth } from "../engine/engine.server.ts";
import { addSsoProvider, removeSsoProvider } from "./single-sign-on.server.ts";

const INPUT = {
  domain: "acme.example",
  issuer: "https://login.acme.example",
  client_id: "shop",
  client_secret: "secret",
};
const ID = "00000000-0000-4000-8000-000000000000";

function context({ needsSecondFactor = false, isOn = true } = {}) {
  const add = vi.fn<() => Promise<boolean>>(async () => true);
  const remove = vi.fn<() => Promise<string>>(async () => "acme.example");
  const providers = { has: async () => false, add, remove };
  const singleSignOn = isOn ? { providers, discover: async () => ({ ok: true, settings: {} }) } : null;
  return { ctx: { auth: { singleSignOn } as unknown as Auth, needsSecondFactor }, add, remove };
}

const customer = { ...actorOf(ID), has_second_factor: true, mfa_verified: true };
const admin = actorOf(ID, "admin");
const enrolled = { ...admin, has_second_factor: true };
const verified = { ...enrolled, mfa_verified: true };

test.each([
  ["a guest", null, false, false],
  ["a customer", customer, false, false],
  ["an admin who owns the shop", admin, false, true],
  ["a manager", actorOf(ID, "admin", "manager"), false, false],
  ["an admin without the second factor that the shop requires", admin, true, false],
  ["an admin whose session did not show it", enrolled, true, false],
  ["an admin whose session showed it", verified, true, true],
])("%s, independent of route guards", async (_, actor, needsSecondFactor, may) => {
  const { ctx, add, remove } = context({ needsSecondFactor });
  const refused = { ok: false, reason: "forbidden" };
  expect(await addSsoProvider(ctx, actor, INPUT)).toEqual(may ? { ok: true, domain: "acme.example" } : refused);
  expect(await removeSsoProvider(ctx, actor, ID)).toEqual(may ? { ok: true, domain: "acme.example" } : refused);
  expect([add.mock.calls.length, remove.mock.calls.length]).toEqual(may ? [1, 1] : [0, 0]);
});

test("adding a provider is refused when single sign-on is disabled", async () => {
  const { ctx } = context({ isOn: false });
  expect(await addSsoProvider(ctx, admin, INPUT)).toEqual({ ok: false, reason: "off" });
  expect(await removeSsoProvider(ctx, admin, ID)).toEqual({ ok: false, reason: "off" });
});

test.each([null, undefined, "text", {}, { ...INPUT, domain: ["a"] }])("input %o has errors by field", async (input) => {
  const { ctx, add } = context();
  expect(await addSsoProvider(ctx, admin, input)).toMatchObject({ ok: false, reason: "invalid" });
  expect(add).not.toHaveBeenCalled();
});
