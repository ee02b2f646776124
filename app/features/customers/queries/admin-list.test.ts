import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { profiles, users } from "#db/schema/auth.ts";
import { actorOf } from "#tests/fixtures/actors.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { allCustomerIds, customersPage } from "./admin-list.server.ts";

const BOSS = actorOf(randomUUID(), "admin");
const STATE = { q: "", sort: "-joined", page: 1, size: 10 };

let database: Database;
const find = async (q: string) => await customersPage(database.db, BOSS, { ...STATE, q });
const names = async (q: string) => (await find(q)).rows.map(({ name }) => name);

beforeAll(async () => {
  database = await testDatabase();
  const people = [
    ["Chinedu", "Okafor", "c.okafor@example.com", "+2348037654321"],
    ["Aisha", "Bello", "aisha@trade.example", null],
    ["Tunde", "100%_Bakare", "tunde@example.com", "+2348051112222"],
    ["Ọláyẹmí", "Ṣóyínká", "writer@example.com", null],
  ] as const;
  for (const [firstName, lastName, email, phoneNumber] of people)
    await database.db.insert(users).values({ name: firstName, firstName, lastName, email, phoneNumber });
  const [aisha] = (await find("aisha")).rows;
  // Names and phone of the profile, if set, replace those of the account.
  await database.db
    .insert(profiles)
    .values({ id: aisha?.id ?? "", first_name: "Aishatu", last_name: "Bello-Musa", phone: "0806 555 44 33" });
  await database.db
    .insert(users)
    .values({ name: "Ada", firstName: "Chinedu", lastName: "Boss", email: "boss@example.com", role: "admin" });
  return () => database.close();
});

test.each([
  ["chinedu", ["Chinedu Okafor"]],
  ["OKAFOR chin", ["Chinedu Okafor"]],
  ["c.okafor@", ["Chinedu Okafor"]],
  ["0803 765 4321", ["Chinedu Okafor"]],
  ["+234 803-765-4321", ["Chinedu Okafor"]],
  ["08065554433", ["Aishatu Bello-Musa"]],
  ["2348065554433", ["Aishatu Bello-Musa"]],
  ["aishatu musa", ["Aishatu Bello-Musa"]],
  ["%_b", ["Tunde 100%_Bakare"]],
  ["olayemi soyinka", ["Ọláyẹmí Ṣóyínká"]],
  ["ṣóyínká", ["Ọláyẹmí Ṣóyínká"]],
  ["chínẹdu", ["Chinedu Okafor"]],
  ["nobody@here", []],
])("%s finds %j", async (q, found) => expect(await names(q)).toEqual(found));

test("a name with typing errors finds names like it, and the page says so", async () => {
  expect(await find("chindeu okafro")).toMatchObject({ isAlike: true, rows: [{ name: "Chinedu Okafor" }] });
  expect(await find("belo musa")).toMatchObject({ isAlike: true, rows: [{ name: "Aishatu Bello-Musa" }] });
  expect(await find("olayemy soyinca")).toMatchObject({ isAlike: true, rows: [{ name: "Ọláyẹmí Ṣóyínká" }] });
  expect((await find("chinedu")).isAlike).toBe(false);
  expect((await find("xyzzyq")).isAlike).toBe(false);
});

test.each([
  ["a guest", null],
  ["a customer", actorOf(randomUUID())],
  ["a packer", actorOf(randomUUID(), "admin", "packer")],
])("%s gets no customers", async (_, actor) => {
  await expect(customersPage(database.db, actor, STATE)).rejects.toThrow("Only staff");
});

test("an export has all similar names, also those that the page does not count", async () => {
  await database.sql(
    `insert into users (id, name, first_name, last_name, email)
     select gen_random_uuid(), 'Zubaida', 'Zubaida', 'Danjuma', 'z' || n || '@example.com' from generate_series(1, 230) n`,
  );
  expect(await find("zubaida dajnuma")).toMatchObject({ isAlike: true, isMore: true, total: 200 });
  const ids = await allCustomerIds(database.db, BOSS, { ...STATE, q: "zubaida dajnuma" });
  expect(ids.flatMap((part) => part.toString().split("\n"))).toHaveLength(230);
});
