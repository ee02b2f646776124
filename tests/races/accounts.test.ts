import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { totpOf } from "../fixtures/totp.ts";
import { BEHIND_PROXY, codeIn, makeCustomer, messageTo, signedIn, Visitor } from "../fixtures/visitor.ts";
import { postgresUrl } from "../setup/postgres.ts";
import { testShop } from "../setup/shop.ts";

let shop: RunningShop;

beforeAll(async () => {
  const env = { ...BEHIND_PROXY, DATABASE_URL: await postgresUrl(), AUTH_SECRET: "a1b2".repeat(12) };
  shop = await testShop({ env });
});
afterAll(() => shop.close());

test.each([0, 1, 2])("sign-ups for one number that finish at the same moment make one account (%i)", async (round) => {
  const phoneNumber = `+234806177777${round}`;
  const tickets: { ticket: unknown; code: string }[] = [];
  for (let turn = 0; turn < 4; turn++) {
    const person = { phoneNumber, password: "first-password", firstName: "Ada", lastName: "Obi" };
    const { json } = await new Visitor(shop.url).auth("/sign-up/phone", person);
    tickets.push({ ticket: json["ticket"], code: codeIn((await messageTo(shop, phoneNumber, turn)).text) });
  }
  const people = tickets.map(() => new Visitor(shop.url));
  const answers = await Promise.all(people.map((who, turn) => who.auth("/sign-up/phone/verify", tickets[turn])));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { rows } = await shop.shop.database.sql(
    "select count(distinct u.id)::int as people, count(a.id)::int as passwords from users u join accounts a on a.user_id = u.id where u.phone_number = $1",
    [phoneNumber],
  );
  expect(rows).toEqual([{ people: 1, passwords: 1 }]);
});

test("a code of an authenticator app opens one of many logins that come at the same moment", async () => {
  const person = await makeCustomer(shop);
  const me = await signedIn(shop, person);
  const uri = String((await me.auth("/two-factor/enable", { password: person.password })).json["totpURI"]);
  await me.auth("/two-factor/verify-totp", { code: totpOf(uri, -1) });
  const people = [];
  for (let turn = 0; turn < 8; turn++) people.push(await signedIn(shop, person));
  const code = totpOf(uri);
  const answers = await Promise.all(people.map((who) => who.auth("/two-factor/verify-totp", { code })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});
