import type { RouteConfigEntry } from "@react-router/dev/routes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import routes from "#app/routes.ts";
import type { RunningShop } from "#server/start.server.ts";
import { BEHIND_PROXY, makeCustomer, signedIn, Visitor } from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

type Area = "public" | "guest" | "customer" | "admin";

/** The access rules. Every address of the route map must be listed here. */
const AREAS: [RegExp, Area][] = [
  [/^\/(login|signup)$/, "guest"],
  [/^\/profile(\/|$)/, "customer"],
  [/^\/admin(\/|$)/, "admin"],
  [/^\/(find-my-payment|forgot-password|auth\/callback|join-staff)$/, "public"],
  [
    /^\/(products|category|product|cart|wishlist|checkout|delivery|search|newsletter|events|functions)?(\/|$)/,
    "public",
  ],
  [
    /^\/(blog|contact|custom-order|suppliers|supplier-registration|distributor|faq|about|terms-of-service|privacy-policy)(\/|$)/,
    "public",
  ],
  [/^\/(offline|share|sitemap)(\/|$)|\.(xml|txt|webmanifest|js|png)$/, "public"],
  // A form for pictures, which answers unauthorized users in JSON.
  [/^\/api\/uploads$/, "public"],
  [/^\/\*$/, "public"],
];

/** The redirect target of each; null allows the request. */
const ELSEWHERE: Record<Area, Record<"guest" | "customer" | "admin", string | null>> = {
  public: { guest: null, customer: null, admin: null },
  guest: { guest: null, customer: "/profile", admin: "/admin" },
  customer: { guest: "/login", customer: null, admin: "/admin" },
  admin: { guest: "/login", customer: "/", admin: null },
};

/** The status of pages that handle the form below, if it is allowed: it is validated and refused. */
const ANSWERS: Record<string, [status: number, text: string]> = {
  "/login": [422, "You must provide either an email or phone number and a password"],
  "/signup": [422, "Please enter your first and last name."],
  "/profile": [422, "Required"],
  "/admin/single-sign-on": [409, "It is switched off"],
  "/admin/security": [422, "Change Password"],
  // A form without a change is saved.
  "/admin/settings": [200, "Settings saved"],
  "/admin/delivery/calendar": [200, "Calendar saved"],
};
/** Users who need no second factor are redirected from the page that asks for one. */
const LEADS_ON: Record<string, string> = {
  "/admin": "/admin/overview",
  "/admin/*": "/admin/overview",
  "/admin/second-factor": "/admin",
};
/** Admin pages with their own forms: an empty one is validated and refused; their own tests cover the details. */
const REFUSES = (path: string) => path.startsWith("/admin/") && !(path in ANSWERS) && !(path in LEADS_ON);

const addresses = routes.flatMap((entry) => pathsOf(entry, ""));
const closed = addresses.filter((path) => areaOf(path) !== "public");

function pathsOf(entry: RouteConfigEntry, above: string): string[] {
  const path = entry.path ? `${above}/${entry.path}` : above || "/";
  return entry.children?.length ? entry.children.flatMap((child) => pathsOf(child, path)) : [path];
}

function areaOf(path: string): Area | undefined {
  return AREAS.find(([pattern]) => pattern.test(path))?.[1];
}

const concrete = (path: string) =>
  path.replaceAll(/:\w+\??/g, "00000000-0000-4000-8000-000000000000").replace("*", "nothing-here");

let shop: RunningShop;
let who: Record<"guest" | "customer" | "admin", Visitor>;
let customer: { email: string; password: string };

beforeAll(async () => {
  shop = await testShop({ env: BEHIND_PROXY });
  customer = await makeCustomer(shop, { email: "guarded@example.com" });
  who = {
    guest: new Visitor(shop.url),
    customer: await signedIn(shop, customer),
    admin: await signedIn(shop, await makeCustomer(shop, { role: "admin", email: "boss@example.com" })),
  };
});
afterAll(() => shop.close());

/** The names of all users with an account in this test. */
async function namesInUse(): Promise<unknown[]> {
  const { rows } = await shop.shop.database.sql(
    `select distinct users.name || coalesce(profiles.first_name, '') as name
     from users left join profiles on profiles.id = users.id where email in ('guarded@example.com', 'boss@example.com')`,
  );
  return rows.map(({ name }) => name);
}

test("every address of the map has an owner", () => {
  expect(addresses.length).toBeGreaterThan(20);
  expect(addresses.filter((path) => areaOf(path) === undefined)).toEqual([]);
});

test("every admin address needs the admin role", () => {
  const adminPaths = ["", "/overview", "/second-factor", "/single-sign-on", "/security", "/*"].map(
    (path) => `/admin${path}`,
  );
  expect(closed).toEqual(expect.arrayContaining(adminPaths));
  expect(adminPaths.map(areaOf)).toEqual(adminPaths.map(() => "admin"));
});

describe.each(["guest", "customer", "admin"] as const)("%s", (role) => {
  test.each(closed)("%s as a document, a data request and a form", async (path) => {
    const area = areaOf(path) as Area;
    const elsewhere = ELSEWHERE[area][role];
    const address = concrete(path);
    const document = await who[role].get(address);
    const data = await who[role].get(`${address}.data`);
    const form = await who[role].form(address, { first_name: "Changed", id: "x" });
    if (elsewhere !== null) {
      expect([document.status, document.headers.get("Location")]).toEqual([302, elsewhere]);
      expect(document.text).toBe("");
      expect([form.status, form.headers.get("Location")]).toEqual([302, elsewhere]);
      // A data request gets the redirect in its body, or the address has no data.
      expect([202, 404]).toContain(data.status);
      if (data.status === 202) expect(data.text).toContain(`"${elsewhere}"`);
      expect(data.text).not.toContain("guarded@example.com");
      return;
    }
    for (const { status, headers } of [document, data]) {
      expect(status).toBeLessThan(500);
      expect(["/login", "/profile", "/"]).not.toContain(headers.get("Location"));
    }
    const onward = LEADS_ON[path] ?? null;
    const [status, answer] = ANSWERS[path] ?? [onward ? 302 : 405, ""];
    if (REFUSES(path)) expect([302, 400, 403, 404, 405, 409, 422]).toContain(form.status);
    else expect([form.status, form.headers.get("Location")]).toEqual([status, onward]);
    expect(form.text).toContain(answer);
    // Health names the folder of pictures, which tests have among the caches.
    expect(form.text.replaceAll("node_modules/.cache/oja-files", "")).not.toMatch(/node_modules|\bat \S+ \(/);
    expect(await namesInUse()).toEqual(["Test Person"]);
    for (const { headers } of [document, form]) expect(headers.get("Cache-Control")).toMatch(/no-store|no-cache/);
  });
});

test("a public page is the same for every role", async () => {
  for (const path of ["/", "/products", "/cart", "/wishlist", "/nothing-here"]) {
    const pages = await Promise.all(Object.values(who).map((visitor) => visitor.get(path)));
    expect(new Set(pages.map(({ status }) => status)).size, path).toBe(1);
    for (const { text } of pages) expect(text).not.toMatch(/guarded@|boss@|Test Person/);
  }
});

test("other spellings of a guarded address are guarded", async () => {
  for (const path of [
    "/profile/",
    `${shop.url}//profile`,
    "/Profile",
    "/profile%2Forders",
    "/%70rofile",
    "/profile.data",
    "/profile/orders.data?_routes=root",
  ]) {
    const { status, text, headers } = await who.guest.get(path);
    expect(text).not.toMatch(/guarded@|Test Person/);
    expect([202, 301, 302, 308, 404, 400, 405], `${path} ${status} ${headers.get("Location")}`).toContain(status);
  }
});

test("a demotion and a revoked session are seen by the next request", async () => {
  const boss = await makeCustomer(shop, { role: "admin" });
  const visitor = await signedIn(shop, boss);
  expect((await visitor.get("/profile")).headers.get("Location")).toBe("/admin");
  await shop.shop.database.sql("update users set role = 'customer' where id = $1", [boss.id]);
  expect((await visitor.get("/profile")).headers.get("Location")).toBeNull();
  await shop.shop.database.sql("delete from sessions where user_id = $1", [boss.id]);
  expect((await visitor.get("/profile")).headers.get("Location")).toBe("/login");
});

const HTTPS_TWIN = () => shop.url.replace("http:", "https:");
test.each<[what: string, headers: () => Record<string, string>, passes: boolean]>([
  ["the shop's own origin", () => ({ Origin: shop.url }), true],
  ["no origin, and a browser that says same-origin", () => ({ "Sec-Fetch-Site": "same-origin" }), true],
  ["no origin, and a page of the shop before it", () => ({ Referer: `${shop.url}/login` }), true],
  ["another site's origin", () => ({ Origin: "https://evil.example" }), false],
  ["the shop's origin with another scheme", () => ({ Origin: HTTPS_TWIN() }), false],
  ["a hidden origin", () => ({ Origin: "null" }), false],
  ["another origin that says same-origin", () => ({ Origin: HTTPS_TWIN(), "Sec-Fetch-Site": "same-origin" }), false],
  ["neither origin nor anything else", () => ({}), false],
])("a form with %s", async (_, headers, passes) => {
  for (const path of ["/login", "/signup", "/forgot-password", "/auth/callback", "/newsletter", "/login.data"]) {
    const answer = await new Visitor(shop.url).send(path, {
      method: "POST",
      body: new URLSearchParams({ who: customer.email, password: customer.password, email: customer.email }),
      headers: headers(),
    });
    expect(answer.status === 403, `${path} answered ${answer.status}`).toBe(!passes);
    const isSignedIn = answer.headers.getSetCookie().some((line) => line.includes("session_token"));
    expect(isSignedIn).toBe(passes && path.startsWith("/login"));
  }
});
