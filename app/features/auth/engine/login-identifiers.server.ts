import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint, sensitiveSessionMiddleware } from "better-auth/api";
import { z } from "zod";
import { normalisePhone } from "#app/lib/phone.server.ts";
import { randomDigits } from "#app/lib/random.server.ts";
import { hasMailbox } from "../rules.ts";
import { hashOfCode } from "./code-hash.server.ts";
import { INVALID_CODE, phoneOnlyEmail, SPENT } from "./phone.server.ts";
import { requireRecentAuth } from "./recent-auth.server.ts";

const CODE_MS = 5 * 60_000;
const TRIES = 3;
const REAUTH_REQUIRED = "Please sign in again before you change what you sign in with.";
const ELSEWHERE = { code: "BELONGS_TO_ANOTHER", message: "This now belongs to another account." };
const HAS_EMAIL = { code: "EMAIL_ALREADY_SET", message: "Your account has an email address already." };

type Name = "phone" | "email";
type User = {
  id: string;
  email: string;
  emailVerified: boolean;
  phoneNumber?: string | null;
  phoneNumberVerified?: boolean | null;
};
type Pending = { value: string; hash: string; tries: number };

export type IdentifierChange = "email_added" | "phone_added" | "phone_changed" | "phone_removed";
/**
 * A code; a notice to the owner of an identifier that another person tried to add; a notice to a user at their previous
 * identifiers.
 */
export type IdentifierMessage =
  | { kind: "sms_code" | "confirm_address"; to: string; code: string }
  | { kind: "sms_number_wanted" | "address_wanted"; to: string }
  | { kind: "sms_sign_in_changed" | "sign_in_changed"; to: string; what: IdentifierChange };

type Options = {
  /** Key of the hashes of pending codes. */
  secret: string;
  send: (message: IdentifierMessage) => Promise<void>;
  dropUnconfirmed: (email: string) => Promise<void>;
};

/**
 * Adds a second identifier: a phone number to an email account, an email address to a phone account. It is verified by
 * a code entered in the session that requested it. Taken identifiers get the same response as free ones.
 */
export function loginIdentifiers(options: Options) {
  const session = { method: "POST" as const, use: [sensitiveSessionMiddleware] };
  const codeBody = z.object({ code: z.string().max(12) });
  const nonce = z.string().max(12).optional();

  /** Sends a code to a free number or address; the owner of a taken one gets a notice instead. */
  async function begin(adapter: Adapter, userId: string, name: Name, value: string, isTaken: boolean) {
    const code = randomDigits(6);
    const expiresAt = new Date(Date.now() + CODE_MS);
    const hash = isTaken ? "" : hashOf(userId, name, code);
    await adapter.deleteVerificationByIdentifier(waiting(userId, name));
    await storePendingIdentifier(adapter, userId, name, { value, hash, tries: TRIES }, expiresAt);
    const isPhone = name === "phone";
    if (isTaken) await options.send({ kind: isPhone ? "sms_number_wanted" : "address_wanted", to: value });
    else await options.send({ kind: isPhone ? "sms_code" : "confirm_address", to: value, code });
  }

  /**
   * The number or address verified by `code`. Throws for a wrong code; the third wrong code deletes the pending entry.
   */
  async function verifyCode(adapter: Adapter, userId: string, name: Name, code: string): Promise<string> {
    const found = await adapter.consumeVerificationValue(waiting(userId, name));
    if (!found) throw new APIError("BAD_REQUEST", INVALID_CODE);
    const pending = JSON.parse(found.value) as Pending;
    if (pending.hash === hashOf(userId, name, code.trim())) return pending.value;
    const tries = pending.tries - 1;
    if (tries === 0) throw new APIError("BAD_REQUEST", SPENT);
    await storePendingIdentifier(adapter, userId, name, { ...pending, tries }, found.expiresAt);
    throw new APIError("BAD_REQUEST", INVALID_CODE);
  }

  async function notifyUser({ email, phoneNumber: phone }: User, what: IdentifierChange): Promise<void> {
    if (hasMailbox(email)) await options.send({ kind: "sign_in_changed", to: email, what });
    else if (phone) await options.send({ kind: "sms_sign_in_changed", to: phone, what });
  }

  const hashOf = (userId: string, name: Name, code: string) => hashOfCode(options.secret, `${userId}:${name}`, code);

  return {
    id: "login-identifiers",
    endpoints: {
      ownPhone: createAuthEndpoint(
        "/own-phone",
        { ...session, body: z.object({ phoneNumber: z.string().max(30), nonce }) },
        async (ctx) => {
          const user = ctx.context.session.user as User;
          const phone = normalisePhone(ctx.body.phoneNumber) ?? "";
          await requireRecentAuth(ctx, ctx.body.nonce, REAUTH_REQUIRED);
          if (phone === user.phoneNumber) {
            throw new APIError("BAD_REQUEST", { code: "SAME", message: "You sign in with this number already." });
          }
          const owner = await userWith(ctx.context.adapter, "phoneNumber", phone);
          await begin(ctx.context.internalAdapter, user.id, "phone", phone, owner !== null);
          return ctx.json({ sentTo: phone });
        },
      ),
      confirmOwnPhone: createAuthEndpoint("/own-phone/confirm", { ...session, body: codeBody }, async (ctx) => {
        const user = ctx.context.session.user as User;
        const { internalAdapter, adapter } = ctx.context;
        const phone = await verifyCode(internalAdapter, user.id, "phone", ctx.body.code);
        await claim(
          () =>
            internalAdapter.updateUser(user.id, {
              phoneNumber: phone,
              phoneNumberVerified: true,
              // The placeholder address is derived from the number, which may belong to another person later.
              ...(hasMailbox(user.email) ? {} : { email: phoneOnlyEmail(phone) }),
            }),
          () => userWith(adapter, "phoneNumber", phone),
          user.id,
        );
        await notifyUser(user, user.phoneNumber ? "phone_changed" : "phone_added");
        return ctx.json({ status: true });
      }),
      removeOwnPhone: createAuthEndpoint(
        "/own-phone/remove",
        { ...session, body: z.object({ nonce }) },
        async (ctx) => {
          const user = ctx.context.session.user as User;
          await requireRecentAuth(ctx, ctx.body.nonce, REAUTH_REQUIRED);
          if (!hasMailbox(user.email) || !user.emailVerified) {
            const message = "Please add an email address to sign in with first.";
            throw new APIError("BAD_REQUEST", { code: "LAST_WAY_IN", message });
          }
          await ctx.context.internalAdapter.deleteVerificationByIdentifier(waiting(user.id, "phone"));
          if (user.phoneNumber) {
            await ctx.context.internalAdapter.updateUser(user.id, { phoneNumber: null, phoneNumberVerified: false });
            await notifyUser(user, "phone_removed");
          }
          return ctx.json({ status: true });
        },
      ),
      ownEmail: createAuthEndpoint(
        "/own-email",
        { ...session, body: z.object({ email: z.string().max(254), nonce }) },
        async (ctx) => {
          const user = ctx.context.session.user as User;
          const email = z.email().safeParse(ctx.body.email.trim().toLowerCase());
          if (!email.success || email.data.endsWith(".invalid")) {
            const message = "Please enter a valid email address.";
            throw new APIError("BAD_REQUEST", { code: "INVALID_EMAIL", message });
          }
          await requireRecentAuth(ctx, ctx.body.nonce, REAUTH_REQUIRED);
          if (hasMailbox(user.email)) throw new APIError("BAD_REQUEST", HAS_EMAIL);
          const owner = await userWith(ctx.context.adapter, "email", email.data);
          await begin(ctx.context.internalAdapter, user.id, "email", email.data, hasVerifiedIdentifier(owner));
          return ctx.json({ sentTo: email.data });
        },
      ),
      confirmOwnEmail: createAuthEndpoint("/own-email/confirm", { ...session, body: codeBody }, async (ctx) => {
        const user = ctx.context.session.user as User;
        const { internalAdapter, adapter } = ctx.context;
        const email = await verifyCode(internalAdapter, user.id, "email", ctx.body.code);
        if (hasMailbox(user.email)) throw new APIError("BAD_REQUEST", HAS_EMAIL);
        // An unverified sign-up must not block the owner of the address (decision 0025).
        await options.dropUnconfirmed(email);
        await claim(
          () => internalAdapter.updateUser(user.id, { email, emailVerified: true }),
          () => userWith(adapter, "email", email),
          user.id,
        );
        await notifyUser(user, "email_added");
        return ctx.json({ status: true });
      }),
    },
  } satisfies BetterAuthPlugin;
}

const hasVerifiedIdentifier = (user: User | null) => Boolean(user && (user.emailVerified || user.phoneNumberVerified));
const waiting = (userId: string, name: Name) => `own-${name}:${userId}`;

type Adapter = {
  createVerificationValue: (value: { identifier: string; value: string; expiresAt: Date }) => Promise<unknown>;
  consumeVerificationValue: (identifier: string) => Promise<{ value: string; expiresAt: Date } | null>;
  deleteVerificationByIdentifier: (identifier: string) => Promise<unknown>;
};
type Finds = {
  findOne: <Row>(query: { model: string; where: { field: string; value: string }[] }) => Promise<Row | null>;
};

async function userWith(adapter: Finds, field: "email" | "phoneNumber", value: string): Promise<User | null> {
  return await adapter.findOne<User>({ model: "user", where: [{ field, value }] });
}

async function storePendingIdentifier(adapter: Adapter, userId: string, name: Name, pending: Pending, expiresAt: Date) {
  // Contains the user id, so that deleting an account also deletes its pending entries.
  const value = JSON.stringify({ ...pending, user: userId });
  await adapter.createVerificationValue({ identifier: waiting(userId, name), value, expiresAt });
}

/** Stores a verified identifier. Unique columns resolve concurrent and late requests. */
async function claim(write: () => Promise<unknown>, find: () => Promise<User | null>, userId: string): Promise<void> {
  try {
    await write();
  } catch (error) {
    const owner = await find();
    if (owner && owner.id !== userId) throw new APIError("CONFLICT", ELSEWHERE);
    throw error;
  }
}
