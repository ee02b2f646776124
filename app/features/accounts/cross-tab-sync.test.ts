import { expect, onTestFinished, test } from "vitest";
import { createAuthClient } from "./client.ts";

type Listener = (event: MessageEvent) => void;

/** A client with a session, the events it emits, and controls of the service and the other tabs. */
async function start() {
  let session: object | null = { user: { id: "u1", email: "ada@shop.ng" } };
  let listener: Listener = () => {};
  const client = createAuthClient({
    fetch: async (input) => Response.json((input as string).endsWith("/token") ? { token: "h.e30.s" } : session),
    channel: { addEventListener: (_, next) => (listener = next), postMessage: () => {}, close: () => {} },
    sleep: async () => {},
  });
  onTestFinished(() => client.dispose());
  await client.signedIn();
  const events: [string, boolean][] = [];
  client.onAuthStateChange((event, _, fromOtherTab) => events.push([event, fromOtherTab]));
  return {
    client,
    events,
    endSession: () => (session = null),
    emitFromTab: (data: string) => listener(new MessageEvent("message", { data })),
  };
}

test("a sign-out of this tab is reported as such", async () => {
  const { client, events } = await start();
  await client.signOut("local");
  expect(events).toEqual([["SIGNED_OUT", false]]);
});

test("a sign-out of another tab is reported as one", async () => {
  const { events, emitFromTab } = await start();
  emitFromTab("SIGNED_OUT");
  expect(events).toEqual([["SIGNED_OUT", true]]);
});

test("a session that the service no longer knows ends here", async () => {
  const { client, events, endSession } = await start();
  endSession();
  await client.refreshSession();
  expect(events).toEqual([["SIGNED_OUT", true]]);
});
