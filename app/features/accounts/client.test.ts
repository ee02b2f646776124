import { expect, onTestFinished, test } from "vitest";
import { AuthError, createAuthClient, type AuthClient } from "./client.ts";

const NOW = 1_700_000_000_000;
const token = (exp: number) => `h.${btoa(JSON.stringify({ exp }))}.s`;
const ADA = { id: "u1", email: "ada@shop.ng", firstName: "Ada", lastName: "O", role: "customer" };
const ADMIN = { ...ADA, role: "admin" };

type Reply = [status: number, body?: unknown] | "unreachable";

/** A sign-in service with responses by path; the last response of a list is repeated. */
function service(replies: Record<string, Reply[]>) {
  const calls: { path: string; body: unknown }[] = [];
  const all: Record<string, Reply[]> = { "/token": [[200, { token: token(NOW / 1000 + 900) }]], ...replies };
  const fake = async (input: string | URL | Request, init?: RequestInit) => {
    const path = (input as string).replace("/api/auth", "");
    calls.push({ path, body: init?.body ? JSON.parse(init.body as string) : undefined });
    const list = all[path] ?? [[200, null]];
    const reply = list.length > 1 ? list.shift() : list[0];
    if (!reply || reply === "unreachable") throw new TypeError("fetch failed");
    return new Response(JSON.stringify(reply[1] ?? null), { status: reply[0] });
  };
  return {
    fetch: fake,
    calls,
    paths: () => calls.map(({ path }) => path),
    set: (path: string, ...list: Reply[]) => (all[path] = list),
  };
}

class FakeChannel {
  listener: ((event: MessageEvent) => void) | null = null;
  other: FakeChannel | null = null;
  posted: string[] = [];
  addEventListener(_: string, listener: (event: MessageEvent) => void) {
    this.listener = listener;
  }
  postMessage(data: string) {
    this.posted.push(data);
    this.other?.listener?.(new MessageEvent("message", { data }));
  }
  close() {}
}

function start(replies: Record<string, Reply[]> = {}, channel: FakeChannel | null = null) {
  const server = service(replies);
  const waits: number[] = [];
  const clock = { now: NOW };
  const marks: boolean[] = [];
  const client = createAuthClient({
    fetch: server.fetch,
    channel,
    now: () => clock.now,
    sleep: async (ms) => void waits.push(ms),
    mark: (on) => marks.push(on),
  });
  const events: string[] = [];
  onTestFinished(() => client.dispose());
  return { client, server, waits, clock, marks, events, listen: () => client.onAuthStateChange((e) => events.push(e)) };
}

const session = (user: object = ADA): Reply => [200, { user, session: {} }];

test("a session has user, tokens and expiry, and INITIAL_SESSION ends the loading", async () => {
  const { client, events, listen, marks } = start({ "/get-session": [session()] });
  expect(client.getState()).toEqual({ session: null, user: null, loading: true, isAdmin: false });
  listen();
  expect(await client.getSession()).toMatchObject({
    access_token: token(NOW / 1000 + 900),
    refresh_token: null,
    expires_at: NOW / 1000 + 900,
    user: { id: "u1", email: "ada@shop.ng", first_name: "Ada", role: "customer" },
  });
  expect(client.getState()).toMatchObject({ loading: false, isAdmin: false });
  expect([events, marks]).toEqual([["INITIAL_SESSION"], [true]]);
});

test("a failed first request ends the loading state, and the next call retries", async () => {
  const { client, server } = start({ "/get-session": ["unreachable", session()] });
  await new Promise<void>((done) => void client.onAuthStateChange(() => done()));
  expect(client.getState().loading).toBe(false);
  server.set("/get-session", session());
  expect((await client.getSession())?.user.id).toBe("u1");
});

test.each([
  ["role admin", ADMIN, true],
  ["role customer", ADA, false],
])("isAdmin with %s", async (_, user, isAdmin) => {
  const { client } = start({ "/get-session": [session(user)] });
  await client.getSession();
  expect(client.getState().isAdmin).toBe(isAdmin);
});

test("isAdmin stays as it is when the question for it fails, and goes with the user", async () => {
  const { client, server } = start({ "/get-session": [session(ADMIN)] });
  await client.getSession();
  server.set("/get-session", [503]);
  await expect(client.signedIn()).rejects.toThrow(AuthError);
  expect(client.getState().isAdmin).toBe(true);
  await client.signOut();
  expect(client.getState()).toEqual({ session: null, user: null, loading: false, isAdmin: false });
});
type Act = (client: AuthClient) => Promise<unknown>;

test.each<[string, Act, string, string, unknown]>([
  [
    "password by e-mail",
    (c) => c.signInWithPassword({ email: "a@b.ng", password: "secret" }),
    "SIGNED_IN",
    "/sign-in/email",
    { email: "a@b.ng", password: "secret" },
  ],
  [
    "password by phone",
    (c) => c.signInWithPassword({ phone: "0803", password: "secret" }),
    "SIGNED_IN",
    "/sign-in/phone-number",
    { phoneNumber: "0803", password: "secret" },
  ],
  ["a form that signed in", (c) => c.signedIn(), "SIGNED_IN", "/get-session", undefined],
  ["a link of a mail", (c) => c.signedIn("PASSWORD_RECOVERY"), "PASSWORD_RECOVERY", "/get-session", undefined],
  [
    "app code",
    (c) => c.verifySecondFactor("123456"),
    "MFA_CHALLENGE_VERIFIED",
    "/two-factor/verify-totp",
    { code: "123456" },
  ],
  [
    "backup code",
    (c) => c.verifySecondFactor("ab-cd"),
    "MFA_CHALLENGE_VERIFIED",
    "/two-factor/verify-backup-code",
    { code: "ab-cd" },
  ],
  [
    "new password",
    (c) => c.updateUser({ password: "secret2", nonce: "1" }),
    "USER_UPDATED",
    "/update-password",
    { newPassword: "secret2", nonce: "1" },
  ],
  ["new name", (c) => c.updateUser({ first_name: "Ad" }), "USER_UPDATED", "/update-user", { firstName: "Ad" }],
])("%s asks the service and ends in the event", async (_, act, event, path, body) => {
  const channel = new FakeChannel();
  const { client, server, events, listen } = start({ "/get-session": [session()] }, channel);
  listen();
  await client.getSession();
  await act(client);
  expect(server.calls).toContainEqual({ path, body });
  expect(events).toEqual(["INITIAL_SESSION", event]);
  expect(channel.posted, "other tabs hear what they cannot know").toEqual([event]);
});

test("a sign-in that requires the second factor creates no session yet", async () => {
  const { client, events, listen } = start({ "/sign-in/email": [[200, { twoFactorRedirect: true }]] });
  listen();
  await client.getSession();
  expect(await client.signInWithPassword({ email: "a@b.ng", password: "secret" })).toEqual({ mfa: true });
  expect(events).toEqual(["INITIAL_SESSION"]);
});

const NEITHER = "You must provide either an email or phone number and a password";
test.each<[string, Act, string]>([
  ["login without anything", (c) => c.signInWithPassword({ password: "" }), NEITHER],
  ["login without password", (c) => c.signInWithPassword({ phone: "0803", password: "" }), NEITHER],
  ["change without session", (c) => c.updateUser({ first_name: "A" }), "Auth session missing!"],
])("%s is refused: %j", async (_, act, message) => {
  await expect(act(start().client)).rejects.toThrow(message);
});

test("a refusal has status, code and message of the service", async () => {
  const { client } = start({ "/sign-in/email": [[401, { message: "Invalid", code: "INVALID_EMAIL_OR_PASSWORD" }]] });
  const refusal = await client.signInWithPassword({ email: "a@b.ng", password: "no" }).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ status: 401, code: "INVALID_EMAIL_OR_PASSWORD", message: "Invalid" });
});

test.each<["global" | "local" | "others", string[], boolean]>([
  ["global", ["/revoke-sessions", "/sign-out"], true],
  ["local", ["/sign-out"], true],
  ["others", ["/revoke-other-sessions"], false],
])("sign-out %s", async (scope, paths, ends) => {
  for (const status of [200, 401, 403, 404]) {
    const replies = Object.fromEntries(paths.map((path) => [path, [[status, {}]] as Reply[]]));
    const { client, server, events, listen } = start({ "/get-session": [session()], ...replies });
    listen();
    await client.getSession();
    await client.signOut(scope);
    expect(server.paths().slice(2)).toEqual(paths);
    expect(events.includes("SIGNED_OUT")).toBe(ends);
    expect(client.getState().session === null).toBe(ends);
  }
});

test("a sign-out that fails otherwise is reported and keeps the session", async () => {
  const { client } = start({ "/get-session": [session()], "/sign-out": [[500]] });
  await client.getSession();
  await expect(client.signOut("local")).rejects.toMatchObject({ status: 500 });
  expect(client.getState().session).not.toBeNull();
});

test("renewal waits 200 ms, doubled each time, and callers share it", async () => {
  const { client, server, waits, events, listen } = start({ "/get-session": [session()] });
  listen();
  await client.getSession();
  server.set("/get-session", "unreachable", [503], [500], session());
  await Promise.all([client.refreshSession(), client.refreshSession()]);
  expect(waits).toEqual([200, 400, 800]);
  expect(events).toEqual(["INITIAL_SESSION", "TOKEN_REFRESHED"]);
});

test("renewal stops within half a minute and keeps the session", async () => {
  const { client, server, waits } = start({ "/get-session": [session()] });
  await client.getSession();
  server.set("/get-session", "unreachable");
  await expect(client.refreshSession()).rejects.toMatchObject({ status: 0 });
  expect(waits).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800]);
  expect(client.getState().session).not.toBeNull();
});

test.each<[string, Reply]>([
  ["a refusal that stays", [401, { message: "no" }]],
  ["a session that is over", [200, null]],
])("renewal with %s ends the session at once", async (_, reply) => {
  const { client, server, waits, events, listen } = start({ "/get-session": [session()] });
  listen();
  await client.getSession();
  server.set("/get-session", reply);
  await client.refreshSession().catch(() => {});
  expect(waits).toEqual([]);
  expect(client.getState().session).toBeNull();
  expect(events.at(-1)).toBe("SIGNED_OUT");
});

test("a token that is about to end is renewed before it is handed out", async () => {
  const { client, clock, server, events, listen } = start({ "/get-session": [session()] });
  listen();
  await client.getSession();
  clock.now = NOW + 820_000;
  server.set("/token", [200, { token: token(NOW / 1000 + 1800) }]);
  expect((await client.getSession())?.expires_at).toBe(NOW / 1000 + 1800);
  expect(events).toEqual(["INITIAL_SESSION", "TOKEN_REFRESHED"]);
});

test("sign-in and sign-out in one tab are events in the other", async () => {
  const [left, right] = [new FakeChannel(), new FakeChannel()];
  left.other = right;
  const one = start({ "/get-session": [[200, null], session()] }, left);
  const two = start({ "/get-session": [[200, null], session()] }, right);
  one.listen();
  two.listen();
  await Promise.all([one.client.getSession(), two.client.getSession()]);
  await one.client.signInWithPassword({ email: "a@b.ng", password: "secret" });
  await expect.poll(() => two.events).toEqual(["INITIAL_SESSION", "SIGNED_IN"]);
  expect(two.client.getState().user?.id).toBe("u1");
  await one.client.signOut();
  await expect.poll(() => two.events).toEqual(["INITIAL_SESSION", "SIGNED_IN", "SIGNED_OUT"]);
  expect(two.client.getState().session).toBeNull();
  expect(right.posted, "nobody repeats what was heard").toEqual([]);
});

test("a response after the sign-out is ignored", async () => {
  const { client } = start({ "/get-session": [session()] });
  await client.getSession();
  const late = client.signedIn();
  await client.signOut("local");
  await late;
  expect(client.getState().session).toBeNull();
});
