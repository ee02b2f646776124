import { describe, expect, test } from "vitest";
import { featureFiles } from "./feature-files.ts";
import { featureGraph } from "./feature-graph.ts";
import { layers } from "./layers.ts";
import { projectFrom, type Check } from "./project.ts";
import { routeMap } from "./route-map.ts";
import { serverOnly } from "./server-only.ts";
import { vocabulary } from "./vocabulary.ts";

type Tree = Record<string, string>;
/** Title, tree, and a part of each expected finding; an empty list means that the tree is valid. */
type Case = [title: string, tree: Tree, expected: RegExp[]];

const imports = (from: string) => `import { a } from "${from}";\nexport const b = a;\n`;
const importsType = (from: string) => `import type { A } from "${from}";\nexport type B = A;\n`;

function table(name: string, check: Check, cases: Case[]): void {
  describe(name, () => {
    test.each(cases)("%s", (_title, tree, expected) => {
      const found = check(projectFrom(tree)).map(({ file, message }) => `${file} ${message}`);
      expect(found).toHaveLength(expected.length);
      expected.forEach((pattern, index) => expect(found[index]).toMatch(pattern));
    });
  });
}

const VOCABULARY = [
  "schema.ts",
  "rules.ts",
  "rules.test.ts",
  "links.ts",
  "store.ts",
  "content.ts",
  "jobs.server.ts",
  "queries.server.ts",
  "queries/list.server.ts",
  "commands/place.server.ts",
  "commands.server.test.ts",
  "components/card.tsx",
  "components/card.test.tsx",
  "components/use-card.ts",
  "components/admin/card-form.tsx",
  "components/admin/card-form.test.tsx",
  "rules/pricing.ts",
  "rules/pricing.test.ts",
  "providers/paystack.server.ts",
];

table("vocabulary", vocabulary, [
  [
    "takes every word of the vocabulary",
    Object.fromEntries(VOCABULARY.map((name) => [`app/features/orders/${name}`, "export const a = 1;"])),
    [],
  ],
  ["middleware belongs to accounts", { "app/features/accounts/middleware.server.ts": "" }, []],
  ["and to nobody else", { "app/features/cart/middleware.server.ts": "" }, [/lives in app\/features\/accounts/]],
  ["UI outside components", { "app/features/cart/card.tsx": "" }, [/components\//]],
  ["a query without the server suffix", { "app/features/cart/queries.ts": "" }, [/named \*\.server\.ts/]],
  ["a verb without the server suffix", { "app/features/cart/commands/add.ts": "" }, [/<verb>\.server\.ts/]],
  ["a file of types", { "app/features/cart/types.ts": "" }, [/where it is made/]],
  ["an undeclared feature", { "app/features/coupons/rules.ts": "" }, [/not a declared feature/]],
  ["a loose feature file", { "app/features/cart.ts": "" }, [/folder of its own/]],
  ["a drawer", { "app/lib/utils.ts": "", "server/helpers/a.ts": "" }, [/drawer/, /drawer/]],
  ["a barrel", { "app/ui/all.ts": 'export * from "./a.ts";\nexport { b } from "./b.ts";\n' }, [/only hands on/]],
  ["a re-export beside code", { "app/ui/a.ts": 'export { b } from "./b.ts";\nexport const c = 1;\n' }, []],
  ["a stray folder", { "app/services/a.ts": "" }, [/has no place in app/]],
  ["a stray route", { "app/routes/shop/a.tsx": "", "app/routes/b.tsx": "" }, [/not an area/, /stands loose/]],
]);

table("route map", routeMap, [
  [
    "mapped once and imported by nobody",
    {
      "app/routes.ts": 'index("routes/storefront/home.tsx")',
      "app/routes/storefront/home.tsx": importsType("./+types/home"),
    },
    [],
  ],
  ["no map", {}, [/is missing/]],
  ["a forgotten route", { "app/routes.ts": "", "app/routes/storefront/home.tsx": "" }, [/is not in app\/routes\.ts/]],
  ["a route only in a comment", { "app/routes.ts": '// "routes/a.tsx"', "app/routes/a.tsx": "" }, [/is not in/]],
  ["a mapped file that is gone", { "app/routes.ts": 'route("x", "routes/storefront/x.tsx")' }, [/does not exist/]],
  [
    "an imported route",
    { "app/routes.ts": '"routes/a.tsx"', "app/routes/a.tsx": "", "app/blocks/b.tsx": imports("#app/routes/a.tsx") },
    [/Nobody imports a route/],
  ],
]);

table("layers", layers, [
  ["downwards", { "app/blocks/a.tsx": imports("#app/ui/b.tsx") + imports("#app/features/cart/store.ts") }, []],
  ["upwards", { "app/ui/a.tsx": imports("#app/features/cart/rules.ts") }, [/app\/ui stands below app\/features/]],
  ["upwards by a relative path", { "app/lib/a.ts": imports("../blocks/b.tsx") }, [/below app\/blocks/]],
  [
    "the back office's screens in the shop",
    {
      "app/routes/storefront/a.tsx":
        imports("#app/features/cart/components/admin/a.tsx") + imports("#app/blocks/admin-shell.tsx"),
    },
    [/never travel to shoppers/, /never travel to shoppers/],
  ],
  [
    "the back office's screens in itself",
    {
      "app/routes/admin/a.tsx": imports("#app/features/cart/components/admin/a.tsx"),
      "app/shell/admin/shell.tsx": imports("./admin-menu.tsx"),
    },
    [],
  ],
  ["upwards with a type", { "app/lib/a.ts": importsType("#app/features/cart/rules.ts") }, [/below/]],
  ["upwards with a lazy import", { "app/ui/a.tsx": 'const b = import("#app/blocks/b.tsx");' }, [/below/]],
  ["upwards with a re-export", { "app/ui/a.tsx": 'export { b } from "#app/blocks/b.tsx";' }, [/below/]],
  ["a test may", { "app/ui/a.test.tsx": imports("#app/blocks/b.tsx") }, []],
  ["the app does not know its server", { "app/lib/a.server.ts": imports("#server/app.server.ts") }, [/built around/]],
  ["the database knows nothing", { "db/client.server.ts": imports("#app/lib/money.ts") }, [/know nothing/]],
  [
    "a seed may use rules",
    { "db/seed/a.ts": imports("#app/features/products/rules.ts") + imports("#app/lib/money.ts") },
    [],
  ],
  [
    "a seed does not use commands",
    { "db/seed/a.ts": imports("#app/features/cart/commands.server.ts") },
    [/pure rules/],
  ],
  [
    "a sandbox does not know the shop",
    { "sandbox/paystack/a.ts": imports("#app/features/orders/rules.ts") },
    [/somebody else/],
  ],
  ["a template shows a noun", { "app/emails/a.tsx": importsType("#app/features/orders/queries.server.ts") }, []],
  ["a template does not read", { "app/emails/a.tsx": imports("#app/features/orders/queries.server.ts") }, [/below/]],
]);

table("feature graph", featureGraph({ cart: ["products"], products: [], orders: [] }), [
  ["a declared edge", { "app/features/cart/rules.ts": imports("#app/features/products/rules.ts") }, []],
  ["its own files", { "app/features/cart/rules.ts": imports("./links.ts") }, []],
  [
    "an undeclared edge",
    { "app/features/products/rules.ts": imports("#app/features/cart/rules.ts") },
    [/products -> cart is not declared/],
  ],
  [
    "an undeclared edge of types",
    { "app/features/orders/rules.ts": importsType("../cart/rules.ts") },
    [/orders -> cart/],
  ],
]);

table("feature graph with a cycle", featureGraph({ a: ["b"], b: ["c"], c: ["a"], d: ["a"] }), [
  ["is refused", {}, [/a -> b -> c -> a/]],
]);

const feature = (name: string, text: string): Tree => ({ [`app/features/cart/${name}`]: text });

table("feature files", featureFiles, [
  [
    "rules on rules",
    feature("rules.ts", imports("#app/features/products/rules.ts") + imports("#app/lib/money.ts")),
    [],
  ],
  ["rules on a package", feature("rules.ts", imports("react")), [/rules are pure/]],
  [
    "rules of a topic",
    feature("rules/totals.ts", imports("../rules.ts") + imports("../../products/rules/steps.ts")),
    [],
  ],
  ["rules of a topic on the server", feature("rules/totals.ts", imports("node:fs")), [/rules are pure/]],
  [
    "rules on something impure further down",
    {
      ...feature("rules.ts", imports("#app/lib/a.ts")),
      "app/lib/a.ts": imports("./b.ts"),
      "app/lib/b.ts": imports("node:fs"),
    },
    [/rules are pure/],
  ],
  ["rules on the server", feature("rules.ts", imports("./queries.server.ts")), [/rules are pure/]],
  ["rules with a type", feature("rules.ts", importsType("./queries.server.ts")), []],
  ["zod in a schema", feature("schema.ts", imports("zod") + imports("./rules.ts")), []],
  ["zod in links", feature("links.ts", imports("zod")), [/zod stays/]],
  ["a schema on a store", feature("schema.ts", imports("./store.ts")), [/both sides/]],
  ["a store on UI", feature("store.ts", imports("#app/ui/toast.ts")), [/browser state/]],
  [
    "a component",
    feature("components/a.tsx", imports("../store.ts") + imports("#app/ui/a.tsx") + imports("./b.tsx")),
    [],
  ],
  [
    "a component on another noun's writes",
    feature("components/a.tsx", imports("#app/features/products/commands.server.ts")),
    [/run in the browser/],
  ],
  ["a component on a block", feature("components/a.tsx", imports("#app/blocks/a.tsx")), [/run in the browser/]],
  ["a component on another noun's store", feature("components/a.tsx", imports("#app/features/products/store.ts")), []],
  ["a component on a query", feature("components/a.tsx", imports("../queries.server.ts")), [/run in the browser/]],
  ["a query on a command", feature("queries.server.ts", imports("./commands.server.ts")), [/does not write/]],
  [
    "a verb on queries, mails and tables",
    feature(
      "commands/add.server.ts",
      imports("../queries.server.ts") + imports("#app/emails/a.tsx") + imports("#db/schema/tables.ts"),
    ),
    [],
  ],
  ["a verb on a component", feature("commands/add.server.ts", imports("../components/a.tsx")), [/does not import UI/]],
]);

table("server only", serverOnly, [
  [
    "a server file",
    { "app/features/cart/queries.server.ts": imports("#db/client.server.ts") + imports("drizzle-orm") },
    [],
  ],
  [
    "a table in a rule",
    { "app/features/cart/rules.ts": importsType("#db/schema/catalog.ts") },
    [/only \*\.server\.ts/],
  ],
  ["a type of the database in a route", { "app/routes/storefront/a.tsx": importsType("#db/client.server.ts") }, []],
  [
    "the database in a route",
    { "app/routes/storefront/a.tsx": imports("#db/client.server.ts") },
    [/only \*\.server\.ts/],
  ],
  [
    "a loader's query in a route",
    { "app/routes/storefront/a.tsx": imports("#app/features/cart/queries.server.ts") },
    [],
  ],
  ["a type in a component", { "app/blocks/a.tsx": importsType("#app/features/cart/queries.server.ts") }, []],
  [
    "a type handed on",
    { "app/blocks/a.tsx": 'import type { A } from "#app/features/cart/queries.server.ts";\nexport type { A };' },
    [],
  ],
  ["code in a component", { "app/blocks/a.tsx": imports("#app/features/cart/queries.server.ts") }, [/import type/]],
  [
    "an inline type, which runs the file",
    { "app/blocks/a.tsx": 'import { type A } from "#app/features/cart/queries.server.ts";' },
    [/which still runs the file/],
  ],
  [
    "a server package in the browser",
    { "app/ui/a.tsx": imports("drizzle-orm/pg-core") },
    [/must not reach the browser/],
  ],
  [
    "the sign-in service's library in a component",
    { "app/blocks/a.tsx": imports("jose") + imports("zustand") },
    [/must not reach the browser/],
  ],
  ["a Node module in a route", { "app/routes/storefront/a.tsx": imports("node:fs") }, [/must not reach the browser/]],
]);
