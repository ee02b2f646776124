import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { expandManifest, manifestScript } from "./manifest.ts";

const manifest = {
  entry: { module: "/assets/entry.client-1.js", imports: ["/assets/react-2.js"], css: [] },
  routes: {
    root: { id: "root", path: "", hasLoader: true, module: "/assets/root-3.js", css: ["/assets/root-4.css"] },
    "routes/storefront/home": {
      id: "routes/storefront/home",
      parentId: "root",
      index: true,
      module: "/assets/home-5.js",
      imports: ["/assets/react-2.js", "/assets/shop-6.js"],
    },
    "routes/admin/layout": { id: "routes/admin/layout", parentId: "root", module: "/assets/frame-7.js" },
    "routes/admin/run": {
      id: "routes/admin/run",
      parentId: "routes/admin/layout",
      path: "runs/:id",
      hasAction: true,
      hasLoader: true,
      module: "/assets/run-8.js",
      clientActionModule: "/assets/run-8.js",
    },
  },
  url: "/assets/manifest-9.js",
  version: "9",
};

test("the script sets the same manifest", () => {
  const script = manifestScript(manifest);
  const window = {};
  runInNewContext(script, { window });
  expect(JSON.parse(JSON.stringify(window))).toEqual({ __reactRouterManifest: manifest });
  expect(expandManifest({ url: "/" }, [], [], "root||/||3")).toEqual({
    url: "/",
    routes: { root: { id: "root", path: "/", module: "/assets/root-3.js" } },
  });
});

test("a manifest with a value that has no place fails", () => {
  const routes = { root: { id: "root", module: "/assets/root-3.js", hydrateFallbackModule: "/assets/wait-1.js" } };
  expect(() => manifestScript({ routes })).toThrow("does not write");
});
