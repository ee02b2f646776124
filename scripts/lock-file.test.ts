import { expect, test } from "vitest";
import { missingBuilds, unmetPeers } from "./lock-file.ts";

const lint = {
  version: "1.0.0",
  dev: true,
  license: "MIT",
  optionalDependencies: { "@lint/linux-x64-musl": "1.0.0", "@lint/darwin-arm64": "1.0.0", fsevents: "^2.0.0" },
};

test("builds that the lock file lacks are named with what they run on", () => {
  expect(missingBuilds({ packages: { "node_modules/lint": lint, "node_modules/fsevents": {} } })).toEqual({
    "node_modules/@lint/linux-x64-musl": {
      version: "1.0.0",
      cpu: ["x64"],
      dev: true,
      libc: ["musl"],
      license: "MIT",
      optional: true,
      os: ["linux"],
    },
    "node_modules/@lint/darwin-arm64": {
      version: "1.0.0",
      cpu: ["arm64"],
      dev: true,
      license: "MIT",
      optional: true,
      os: ["darwin"],
    },
  });
});

test("a build is present beside its package or further out", () => {
  const inner = { optionalDependencies: { a: "1", b: "1", c: "1" } };
  const packages = {
    "node_modules/x/node_modules/inner": inner,
    "node_modules/x/node_modules/inner/node_modules/a": {},
    "node_modules/x/node_modules/b": {},
    "node_modules/y/node_modules/c": {},
  };
  expect(Object.keys(missingBuilds({ packages }))).toEqual(["node_modules/c"]);
  expect(missingBuilds({ packages: { ...packages, "node_modules/c": {} } })).toEqual({});
});

test("a peer is missing, of another version, or an optional one of another version", () => {
  const plugin = {
    peerDependencies: { a: "^1.0.0", b: ">=2", c: "^3.0.0", d: "*" },
    peerDependenciesMeta: { c: { optional: true }, d: { optional: true } },
  };
  const packages = { "": {}, "node_modules/plugin": plugin, "node_modules/b": { version: "2.1.0-beta.1" } };
  expect(unmetPeers({ packages })).toEqual(["node_modules/plugin needs a ^1.0.0, and there is none"]);
  const more = { ...packages, "node_modules/a": { version: "1.9.0" }, "node_modules/c": { version: "4.0.0" } };
  expect(unmetPeers({ packages: more })).toEqual(["node_modules/plugin needs c ^3.0.0, and there is 4.0.0"]);
  expect(unmetPeers({ packages: more }, ["c"])).toEqual([]);
  const beside = { ...packages, "node_modules/plugin/node_modules/a": { version: "1.0.0" } };
  expect(unmetPeers({ packages: beside })).toEqual([]);
});
