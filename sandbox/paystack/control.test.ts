import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runSandbox, SECRET } from "#tests/fixtures/paystack-sandbox.ts";
import { pointTo, readInline } from "./inline.ts";
import { TRANSFER_SETTLES_AFTER } from "./payments.ts";

function stateFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "oja-sandbox-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "deep", "paystack.json");
}

test("a state file carries transactions, pending transfers and refunds over a restart", async () => {
  const file = stateFile();
  const first = await runSandbox({ stateFile: file });
  await first.initialize();
  await first.initialize();
  first.control.complete("WH-1", { outcome: "success" });
  await first.call("POST", "/refund", { transaction: "WH-1", amount: 1000 });
  first.control.complete("WH-2", { outcome: "pending" });
  const before = await first.verify("WH-1");
  await first.close();
  const second = await runSandbox({ stateFile: file });
  expect(await second.verify("WH-1")).toEqual(before);
  expect(before.data.status).toBe("success");
  expect(await second.initialize({ reference: "WH-1" })).toMatchObject({ code: "duplicate_reference" });
  await second.control.advanceClock(TRANSFER_SETTLES_AFTER);
  expect((await second.verify("WH-2")).data.status).toBe("success");
  expect((await second.call("GET", "/refund")).data).toMatchObject([{ status: "processed" }]);
  expect(new Set(second.control.transactions().map(({ id }) => id)).size).toBe(2);
});

test("a state file is readable by its owner only, an existing one too", async () => {
  const file = stateFile();
  mkdirSync(dirname(file), { mode: 0o755 });
  for (const name of [file, `${file}.tmp`]) writeFileSync(name, "", { mode: 0o644 });
  rmSync(file);
  const sandbox = await runSandbox({ stateFile: file });
  await sandbox.initialize();
  await sandbox.close();
  expect([statSync(file).mode & 0o777, statSync(dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
});

test("a malformed state file is reported and kept", async () => {
  const file = stateFile();
  await (await runSandbox({ stateFile: file })).close();
  writeFileSync(file, "{");
  await expect(runSandbox({ stateFile: file })).rejects.toThrow("delete it to start afresh");
  expect(readFileSync(file, "utf8")).toBe("{");
});

test.each([
  ["500", { status: 500 }, 500],
  ["503 with a page", { status: 503, body: "<h1>down</h1>" }, 503],
  ["429", { rate_limited: true }, 429],
])("a fault answers %s for its number of requests, then ends", async (_, effect, http) => {
  const sandbox = await runSandbox();
  await sandbox.initialize();
  sandbox.control.addFault({ match: { method: "GET", path: "/transaction/verify", ref: "WH-1" }, times: 2, effect });
  const verify = async () =>
    await fetch(`${sandbox.url}/transaction/verify/WH-1`, { headers: { authorization: `Bearer ${SECRET}` } });
  const statuses = [await verify(), await verify(), await verify()].map(({ status }) => status);
  expect(statuses).toEqual([http, http, 200]);
});

test("a fault can cut the line, before or after the work", async () => {
  const sandbox = await runSandbox();
  sandbox.control.addFault({ match: { path: "/transaction/initialize" }, times: 1, effect: { reset: true } });
  await expect(sandbox.initialize()).rejects.toThrow(/fetch failed|terminated/);
  expect(sandbox.control.transactions()).toEqual([]);
  sandbox.control.addFault({
    match: { path: "/transaction/initialize" },
    times: 1,
    effect: { reset: true, after: true },
  });
  await expect(sandbox.initialize()).rejects.toThrow(/fetch failed|terminated/);
  expect(sandbox.control.transactions()).toHaveLength(1);
  sandbox.control.addFault({ match: { path: "/transaction/verify" }, times: 1, effect: { truncate: 20 } });
  await expect(sandbox.verify("WH-2")).rejects.toThrow(/fetch failed|terminated/);
  expect((await sandbox.verify("WH-2")).http).toBe(200);
});

test("a fault can delay", async () => {
  const sandbox = await runSandbox();
  sandbox.control.addFault({ match: { path: "/transaction" }, times: 1, effect: { delay_ms: 120 } });
  const start = performance.now();
  expect((await sandbox.call("GET", "/transaction")).http).toBe(200);
  expect(performance.now() - start).toBeGreaterThan(100);
});

test("the clock can be stopped and advanced", async () => {
  const sandbox = await runSandbox({ timeScale: 1e9 });
  sandbox.control.setTimeScale(0);
  await sandbox.initialize();
  sandbox.control.complete("WH-1", { outcome: "pending" });
  await sandbox.control.advanceClock(TRANSFER_SETTLES_AFTER - 1);
  expect((await sandbox.verify("WH-1")).data.status).toBe("pending");
  sandbox.control.setTimeScale(1e9);
  await expect.poll(async () => (await sandbox.verify("WH-1")).data.status).toBe("success");
});

test("a rate limit counts down in the headers and refuses the call beyond it", async () => {
  const sandbox = await runSandbox();
  sandbox.control.configure({ rate_limit: 2 });
  const get = () => fetch(`${sandbox.url}/transaction`, { headers: { authorization: `Bearer ${SECRET}` } });
  expect((await get()).headers.get("x-ratelimit-remaining")).toBe("1");
  await get();
  const third = await get();
  expect([third.status, third.headers.get("x-ratelimit-limit")]).toEqual([429, "2"]);
  expect(await third.json()).toMatchObject({ message: "Rate limit exceeded!", code: "rate_limited" });
});

test("the control plane over HTTP wants the token", async () => {
  const sandbox = await runSandbox();
  await sandbox.initialize();
  const post = async (path: string, body: unknown, token = SECRET) => {
    const headers = { "x-sandbox-token": token, "content-type": "application/json" };
    return await fetch(sandbox.url + path, { method: "POST", headers, body: JSON.stringify(body) });
  };
  expect((await post("/__sandbox/transactions/WH-1/complete", { outcome: "success" }, "wrong")).status).toBe(403);
  expect((await sandbox.verify("WH-1")).data.status).toBe("abandoned");
  expect((await post("/__sandbox/transactions/WH-1/complete", { outcome: "success" })).status).toBe(200);
  expect((await sandbox.verify("WH-1")).data.status).toBe("success");
  expect((await post("/__sandbox/transactions/none/complete", { outcome: "success" })).status).toBe(404);
  expect((await post("/__sandbox/webhook-url", { url: "http://example.com/" })).status).toBe(400);
  expect((await post("/__sandbox/faults", { match: { path: "/transaction" }, effect: { status: 500 } })).status).toBe(
    200,
  );
  expect((await sandbox.call("GET", "/transaction")).http).toBe(500);
  expect((await post("/__sandbox/clock", { advance_s: -1 })).status).toBe(400);
  expect((await post("/__sandbox/reset", {})).status).toBe(200);
  expect(sandbox.control.transactions()).toEqual([]);
});

test("requests are logged without keys", async () => {
  const sandbox = await runSandbox();
  await sandbox.verify("WH-9");
  expect(sandbox.control.requests()).toMatchObject([
    { method: "GET", path: "/transaction/verify/WH-9", reference: "WH-9", status: 400 },
  ]);
  expect(JSON.stringify(sandbox.control.requests())).not.toContain(SECRET);
});

test("inline.js is the installed file but for its two addresses", async () => {
  const sandbox = await runSandbox();
  for (const path of ["/v1/inline.js", "/v2/inline.js"]) {
    const served = await (await fetch(sandbox.url + path)).text();
    expect(served).not.toContain('"https://api.paystack.co/"');
    expect(served).not.toContain('"https://checkout.paystack.com/"');
    expect(served).toBe(pointTo(readInline(), sandbox.url));
    expect(served.length).toBe(
      readInline().length +
        2 * `${sandbox.url}/`.length -
        "https://checkout.paystack.com/https://api.paystack.co/".length,
    );
  }
});

test("the browser API answers any origin, with preflight, and takes only the public key", async () => {
  const sandbox = await runSandbox();
  const { data } = await sandbox.initialize();
  const preflight = await fetch(`${sandbox.url}/transaction/set_ip/1`, {
    method: "OPTIONS",
    headers: {
      origin: "http://shop.test",
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization",
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-headers")?.toLowerCase()).toContain("authorization");
  const view = await fetch(`${sandbox.url}/transaction/verify_access_code/${String(data.access_code)}`, {
    headers: { origin: "http://shop.test" },
  });
  expect(view.headers.get("access-control-allow-origin")).toBe("*");
  const { data: shown } = (await view.json()) as { data: { id: number } };
  expect(shown).toMatchObject({
    transaction_status: "abandoned",
    merchant_key: "pk_test_of_the_tests",
    amount: 1_234_500,
  });
  const set = (key: string) =>
    fetch(`${sandbox.url}/transaction/set_ip/${shown.id}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
    });
  expect((await set("pk_test_wrong")).status).toBe(400);
  expect((await set("pk_test_of_the_tests")).status).toBe(200);
});

test("the popup may be framed by the shop and runs only its own script", async () => {
  const sandbox = await runSandbox();
  const popup = await fetch(`${sandbox.url}/popup?precheckout=true`);
  const policy = popup.headers.get("content-security-policy") ?? "";
  expect(popup.headers.get("x-frame-options")).toBeNull();
  expect(policy).toContain("frame-ancestors http: https:");
  expect(policy).not.toContain("unsafe");
});
