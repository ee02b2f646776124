import type { TokenClaims } from "./components/access-token.ts";
import {
  AuthError,
  expiryOf,
  refusalOf,
  userOf,
  type AuthEvent,
  type AuthListener,
  type AuthState,
  type RawUser,
  type Session,
  type User,
} from "./rules.ts";
import { signInRequests, type Who } from "./rules/sign-in.ts";
import { markSignedIn, openTabs, type Tabs } from "./store.ts";

export { AuthError } from "./rules.ts";
export type { AuthEvent, AuthState, Session, User } from "./rules.ts";

export type SignOutScope = "global" | "local" | "others";

type ClientOptions = {
  fetch?: typeof fetch;
  channel?: Tabs | null;
  now?: () => number;
  sleep?: (ms: number) => Promise<void>;
  /** Stores a marker in this browser that a user is signed in, so that guest pages do not query the server. */
  mark?: (signedIn: boolean) => void;
};

const BASE = "/api/auth";
const MARGIN_S = 90;
const TICK_MS = 30_000;
const BACK_OFF_MS = 200;
const NO_SESSION = "Auth session missing!";

export type AuthClient = ReturnType<typeof createAuthClient>;

/** The session client for the shop's sign-in service: fields, events, scopes, renewal, tab sync. */
export function createAuthClient(options: ClientOptions = {}) {
  const { now = Date.now, mark = () => {} } = options;
  const ask = options.fetch ?? ((...input: Parameters<typeof fetch>) => fetch(...input));
  const sleep = options.sleep ?? ((ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)));
  const channel = options.channel === undefined ? openTabs() : options.channel;
  const listeners = new Set<AuthListener>();
  const watchers = new Set<() => void>();
  let state: AuthState = { session: null, user: null, loading: true, isAdmin: false };
  let starting: Promise<void> | null = null;
  let refreshing: Promise<Session | null> | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;
  let turn = 0;

  function set(session: Session | null): void {
    const user = session?.user ?? null;
    state = { session, user, loading: false, isAdmin: user?.role === "admin" };
    timer ??= setInterval(() => void (expiresSoon() && refresh().catch(() => {})), TICK_MS);
    mark(user !== null);
    for (const watch of watchers) watch();
  }

  function emit(event: AuthEvent, notifyTabs = true, fromOtherTab = !notifyTabs): void {
    for (const listener of listeners) listener(event, state.session, fromOtherTab);
    if (notifyTabs) channel?.postMessage(event); // oxlint-disable-line unicorn/require-post-message-target-origin
  }

  function leave(notifyTabs = true, fromOtherTab = !notifyTabs): void {
    turn++;
    set(null);
    emit("SIGNED_OUT", notifyTabs, fromOtherTab);
  }

  channel?.addEventListener("message", ({ data }: MessageEvent<AuthEvent>) => {
    if (data === "SIGNED_OUT") leave(false);
    else
      void fetchSession().then(
        () => emit(data, false),
        () => {},
      );
  });

  /** Sends a request to the service, as POST when it has a body. Throws AuthError. */
  async function call<Answer = unknown>(path: string, body?: object): Promise<Answer> {
    const init = body && {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    };
    const response = await ask(BASE + path, { credentials: "same-origin", ...init }).catch(() => {
      throw new AuthError("", 0, "unreachable");
    });
    const answer = (await response.json().catch(() => null)) as { message?: string; code?: string } | null;
    if (!response.ok) throw refusalOf(response, answer);
    return answer as Answer;
  }

  async function load(): Promise<Session | null> {
    const found = await call<{ user: RawUser } | null>("/get-session");
    if (!found) return null;
    const { token } = await call<{ token: string }>("/token");
    return { access_token: token, refresh_token: null, expires_at: expiryOf(token), user: userOf(found.user) };
  }

  /** Loads the current session. An outdated response changes nothing; a failed request throws and changes nothing. */
  async function fetchSession(): Promise<Session | null> {
    const mine = ++turn;
    const session = await load();
    if (mine === turn) set(session);
    return state.session;
  }

  function start(): Promise<void> {
    starting ??= fetchSession().then(
      () => emit("INITIAL_SESSION", false),
      () => {
        starting = null;
        state = { ...state, loading: false };
        for (const watch of watchers) watch();
        emit("INITIAL_SESSION", false);
      },
    );
    return starting;
  }

  const expiresSoon = () => state.session !== null && state.session.expires_at - now() / 1000 < MARGIN_S;

  const refresh = () => (refreshing ??= renew().finally(() => (refreshing = null)));

  /** Retries after 200 ms, doubled each time, within one tick; a permanent refusal ends the session. */
  async function renew(): Promise<Session | null> {
    let wait = BACK_OFF_MS;
    for (let waited = 0; ; wait *= 2) {
      try {
        const had = state.session;
        const session = await fetchSession();
        if (session) emit("TOKEN_REFRESHED");
        else if (had) emit("SIGNED_OUT", true, true);
        return session;
      } catch (error) {
        const mayHelp =
          error instanceof AuthError && (error.status === 0 || error.status >= 500 || error.status === 429);
        if (mayHelp && waited + wait < TICK_MS) {
          await sleep(wait);
          waited += wait;
          continue;
        }
        if (!mayHelp && state.session) leave(true, true);
        throw error;
      }
    }
  }

  async function arrived(event: AuthEvent): Promise<Session | null> {
    starting ??= Promise.resolve();
    const session = await fetchSession();
    if (session) emit(event);
    return session;
  }

  const requests = signInRequests(call);

  return {
    call,
    refreshSession: refresh,
    getState: () => state,
    /** For `useSyncExternalStore`; the first subscriber triggers loading the session. */
    watch(watcher: () => void): () => void {
      watchers.add(watcher);
      void start();
      return () => watchers.delete(watcher);
    },
    onAuthStateChange(listener: AuthListener): { unsubscribe: () => void } {
      listeners.add(listener);
      void start();
      return { unsubscribe: () => void listeners.delete(listener) };
    },
    async getSession(): Promise<Session | null> {
      await start();
      if (!starting) return await fetchSession();
      return expiresSoon() ? await refresh() : state.session;
    },
    /** Signs in within a form whose session has ended. `mfa`: no session yet, the account asks for a second factor. */
    async signInWithPassword(who: Who & { password: string }): Promise<{ mfa: boolean }> {
      const { mfa } = await requests.signInWithPassword(who);
      if (!mfa) await arrived("SIGNED_IN");
      return { mfa };
    },
    async verifySecondFactor(code: string): Promise<Session | null> {
      await requests.verifySecondFactor(code);
      return await arrived("MFA_CHALLENGE_VERIFIED");
    },
    /** URL of the provider's authorization page. */
    async signInWithOAuth({ provider }: { provider: "google" }): Promise<string> {
      const back = `/auth/callback?provider=${provider}`;
      return (await call<{ url: string }>("/sign-in/social", { provider, callbackURL: back, errorCallbackURL: back }))
        .url;
    },
    /** Loads the session that another request has created: a form of the sign-in pages, a passkey, a provider. */
    signedIn: (event: AuthEvent = "SIGNED_IN") => arrived(event),
    /** The claims of the access token, after verifying its signature with the published keys. */
    async getClaims(): Promise<TokenClaims> {
      if (!state.session) throw new AuthError(NO_SESSION, 401);
      const { readClaims } = await import("./components/access-token.ts");
      return await readClaims(state.session.access_token, await call("/.well-known/jwks.json"), now() / 1000);
    },
    reauthenticate: () => call("/reauthenticate", {}),
    async updateUser(change: {
      password?: string;
      nonce?: string;
      first_name?: string;
      last_name?: string;
    }): Promise<User> {
      const { password, nonce, first_name: firstName, last_name: lastName } = change;
      if (password !== undefined) await call("/update-password", { newPassword: password, nonce });
      if (firstName !== undefined || lastName !== undefined) await call("/update-user", { firstName, lastName });
      const session = await arrived("USER_UPDATED");
      if (!session) throw new AuthError(NO_SESSION, 401);
      return session.user;
    },
    /** The local session is also cleared when the service no longer knows it. */
    async signOut(scope: SignOutScope = "global"): Promise<void> {
      if (scope === "others") return await unlessGone(call("/revoke-other-sessions", {}));
      if (scope === "global") await unlessGone(call("/revoke-sessions", {}));
      await unlessGone(call("/sign-out", {}));
      starting ??= Promise.resolve();
      leave();
    },
    dispose(): void {
      clearInterval(timer);
      channel?.close();
    },
  };
}

async function unlessGone(answer: Promise<unknown>): Promise<void> {
  await answer.catch((error: unknown) => {
    if (!(error instanceof AuthError && [401, 403, 404].includes(error.status))) throw error;
  });
}

let shared: AuthClient | null = null;

/** This browser's client, created on first use. Not available on the server: read the session there. */
export const auth: AuthClient = new Proxy({} as AuthClient, {
  get: (_, name) => {
    shared ??= createAuthClient({ mark: markSignedIn });
    return shared[name as keyof AuthClient];
  },
});
