import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { SETTINGS, readEnv } from "#app/platform/env.server.ts";
import { exampleFile, guide, settings } from "./settings-guide.ts";

test("the guide has a row for each setting, with its default and what it does", () => {
  const rows = guide()
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  expect(rows.map((row) => /^\| `(\w+)`/.exec(row)?.[1])).toEqual(SETTINGS);
  expect(rows).toContainEqual(
    expect.stringMatching(/^\| `PORT` +\| `3000` +\| the shop's port; `0` takes a free one +\|$/),
  );
  expect(rows).toContainEqual(expect.stringMatching(/^\| `BASE_URL` +\| `http:\/\/localhost:PORT` +\|/));
});

test("the guide names the secrets that can be read from files", () => {
  expect(guide()).toMatch(
    /`NAME_FILE`[\s\S]*`DATABASE_URL`, [\s\S]*`AUTH_SECRET`[\s\S]*and `OTEL_EXPORTER_OTLP_HEADERS`/,
  );
});

test("the example, with every default set, is the shop without settings", () => {
  const example = exampleFile().replaceAll(/^# ([A-Z0-9_]+=.+)$/gm, "$1");
  const variables = parseEnv(example);
  const defaults = settings().flatMap(({ name, byDefault }) => (byDefault === "" ? [] : [name]));
  expect(Object.keys(variables).toSorted()).toEqual(defaults.toSorted());
  expect(readEnv(variables as Record<string, string>)).toEqual(readEnv({ LOG_LEVEL: "info" }));
});
