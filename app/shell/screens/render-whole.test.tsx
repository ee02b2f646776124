import { Writable } from "node:stream";
import { Suspense, use } from "react";
import { expect, test, vi } from "vitest";
import { renderWhole } from "./render-whole.server.ts";

const noError = () => expect.unreachable("nothing fails");

function Failing(): never {
  throw new Error("not rendered");
}

test("a page is rendered whole, with the parts that come later in their place", async () => {
  const late = Promise.resolve("later");
  const Late = () => <p>{use(late)}</p>;
  const page = await renderWhole(
    <main>
      <Suspense fallback="...">
        <Late />
      </Suspense>
    </main>,
    "n",
    noError,
  );
  expect(page.toString()).toContain("<p>later</p>");
});

test("a part that fails is told, and its page is there", async () => {
  const onError = vi.fn(() => {});
  const page = await renderWhole(
    <main>
      <Suspense fallback="instead">
        <Failing />
      </Suspense>
    </main>,
    "n",
    onError,
  );
  expect([onError.mock.calls.length, page.toString()]).toEqual([1, expect.stringContaining("instead")]);
});

test("a page whose root fails, or that cannot be written, is no page", async () => {
  await expect(renderWhole(<Failing />, "n", () => {})).rejects.toThrow("not rendered");
  vi.spyOn(Writable.prototype, "write").mockImplementation(() => {
    throw new Error("not written");
  });
  const page = renderWhole(<p>Rice</p>, "n", () => {});
  await expect(page).rejects.toThrow("not written");
});
