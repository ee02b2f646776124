import { index, route } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import { links } from "./links.ts";
import { projectFrom } from "./project.ts";

const check = links([
  index("home.tsx"),
  route("product/:id", "product.tsx"),
  route("admin", "layout.tsx", [route("orders", "orders.tsx", [route(":id", "order.tsx")])]),
]);
const findingsIn = (code: string, file = "app/blocks/menu.tsx") => check(projectFrom({ [file]: code }));

test.each([
  '<Link to="/" />',
  '<Link to="/product/rice?page=2#reviews" />',
  "<Link to={`/product/${slug}`} />",
  'const LIST = "/admin/orders";',
  "export const orderHref = (id: string) => `/admin/orders/${id}`;",
  'redirect(`/admin/orders/${known ? id : ""}`)',
  '<a href="/files/a.webp" />',
  '<a href="/robots.txt" />',
  '<a href="https://elsewhere.example/x" />',
])("leads somewhere: %s", (code) => {
  expect(findingsIn(code)).toEqual([]);
});

test.each([
  ['<Link to="/prodcut/rice" />', "/prodcut/rice"],
  ["<Link to={`/products/${slug}`} />", "/products/${slug}"],
  ['<Form action="/admin/order" />', "/admin/order"],
  ["throw redirect(`/admin/orders/${id}/edit`);", "/admin/orders/${id}/edit"],
  ['const back = known ? "/" : "/order";', "/order"],
  ["const hrefOf = (id: string) => `/product/${id}/more`;", "/product/${id}/more"],
])("leads nowhere: %s", (code, link) => {
  expect(findingsIn(code)).toMatchObject([
    { rule: "links", message: expect.stringContaining(`leads to ${link},`) as string },
  ]);
});

test("tests and paths of other services are no links", () => {
  const code = 'const PATH = "/sign-in/email";';
  expect(findingsIn(code)).toHaveLength(1);
  expect(findingsIn(code, "app/features/accounts/client.ts")).toEqual([]);
  expect(findingsIn(code, "app/blocks/menu.test.ts")).toEqual([]);
});
