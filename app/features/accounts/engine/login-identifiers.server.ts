import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint, sensitiveSessionMiddleware } from "better-auth/api";
import { z } from "zod";
import { normalisePhone } from "#app/platform/phone.server.ts";
import { hasMailbox } from "../rules.ts";
import { createCode, takeCode, type CodeContext } from "./one-time-codes.server.ts";
import { phoneOnlyEmail, userWith, type PhoneUser } from "./phone.server.ts";
import { requireRecentAuth } from "./recent-auth.server.ts";

const REAUTH_REQUIRED = "Please sign in again before you change what you sign in with.";
const ELSEWHERE = { code: "BELONGS_TO_ANOTHER", message: "This now belongs to another account." };
const HAS_EMAIL = { code: "EMAIL_ALREADY_SET", message: "Your account has an email address already." };

type Name = "phone" | "email";
type Pending = { value: string };

export type IdentifierChange = "email_added" | "phone_added" | "phone_changed" | "phone_removed";
export type SignInChange = IdentifierChange | "passkey_added" | "second_factor_on" | "second_factor_off";
/**
 * A code; a notice to the owner of an identifier that another person tried to add; a notice to a user at their previous
 * identifiers.
 */
export type IdentifierMessage =
  | { kind: "sms_code" | "confirm_address"; to: string; code: string }
  | { kind: "sms_number_wanted" | "address_wanted"; to: string }
  | { kind: "sms_sign_in_changed" | "sign_in_changed"; to: string; what: SignInChange };

type IdentifierOptions = {
  send: (message: IdentifierMessage) => Promise<void>;
  dropUnconfirmed: (email: string) => Promise<void>;
};

/**
 * Adds a second identifier: a phone number to an email account, an email address to a phone account. It is verified by
 * a code entered in the session that requested it. Taken identifiers get the same response as free ones.
 */
export function loginIdentifiers(options: IdentifierOptions) {
  const session = { method: "POST" as const, use: [sensitiveSessionMiddleware] };
  const codeBody = z.object({ code: z.string().max(12) });
  const nonce = z.string().max(12).optional();

  /** Sends a code to a free number or address; the owner of a taken one gets a notice instead. */
  async function begin(ctx: CodeContext, userId: string, name: Name, value: string, isTaken: boolean) {
    await ctx.context.internalAdapter.deleteVerificationByIdentifier(waiting(userId, name));
    // Contains the user id, so that deleting an account also deletes its pending entries.
    const code = await createCode(ctx, waiting(userId, name), { value, user: userId }, isTaken);
    const isPhone = name === "phone";
    if (isTaken) await options.send({ kind: isPhone ? "sms_number_wanted" : "address_wanted", to: value });
    else await options.send({ kind: isPhone ? "sms_code" : "confirm_address", to: value, code });
  }

  async function notifyUser({ email, phoneNumber: phone }: PhoneUser, what: IdentifierChange): Promise<void> {
    if (hasMailbox(email)) await options.send({ kind: "sign_in_changed", to: email, what });
    else if (phone) await options.send({ kind: "sms_sign_in_changed", to: phone, what });
  }

  return {
    id: "login-identifiers",
    endpoints: {
      ownPhone: createAuthEndpoint(
        "/own-phone",
        { ...session, body: z.object({ phoneNumber: z.string().max(30), nonce }) },
        async (ctx) => {
          const user = ctx.context.session.user as PhoneUser;
          const phone = normalisePhone(ctx.body.phoneNumber) ?? "";
          await requireRecentAuth(ctx, ctx.body.nonce, REAUTH_REQUIRED);
          if (phone === user.phoneNumber) {
            throw new APIError("BAD_REQUEST", { code: "SAME", message: "You sign in with this number already." });
          }
          const owner = await userWith(ctx, "phoneNumber", phone);
          await begin(ctx, user.id, "phone", phone, owner !== null);
          return ctx.json({ sentTo: phone });
        },
      ),
      confirmOwnPhone: createAuthEndpoint("/own-phone/confirm", { ...session, body: codeBody }, async (ctx) => {
        const user = ctx.context.session.user as PhoneUser;
        const { internalAdapter } = ctx.context;
        const { value: phone } = await takeCode<Pending>(ctx, waiting(user.id, "phone"), ctx.body.code);
        await claim(
          () =>
            internalAdapter.updateUser(user.id, {
              phoneNumber: phone,
              phoneNumberVerified: true,
              // The placeholder address is derived from the number, which may belong to another person later.
              ...(hasMailbox(user.email) ? {} : { email: phoneOnlyEmail(phone) }),
            }),
          () => userWith(ctx, "phoneNumber", phone),
          user.id,
        );
        await notifyUser(user, user.phoneNumber ? "phone_changed" : "phone_added");
        return ctx.json({ status: true });
      }),
      removeOwnPhone: createAuthEndpoint(
        "/own-phone/remove",
        { ...session, body: z.object({ nonce }) },
        async (ctx) => {
          const user = ctx.context.session.user as PhoneUser;
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
          const user = ctx.context.session.user as PhoneUser;
          const email = z.email().safeParse(ctx.body.email.trim().toLowerCase());
          if (!email.success || email.data.endsWith(".invalid")) {
            const message = "Please enter a valid email address.";
            throw new APIError("BAD_REQUEST", { code: "INVALID_EMAIL", message });
          }
          await requireRecentAuth(ctx, ctx.body.nonce, REAUTH_REQUIRED);
          if (hasMailbox(user.email)) throw new APIError("BAD_REQUEST", HAS_EMAIL);
          const owner = await userWith(ctx, "email", email.data);
          await begin(ctx, user.id, "email", email.data, hasVerifiedIdentifier(owner));
          return ctx.json({ sentTo: email.data });
        },
      ),
      confirmOwnEmail: createAuthEndpoint("/own-email/confirm", { ...session, body: codeBody }, async (ctx) => {
        const user = ctx.context.session.user as PhoneUser;
        const { internalAdapter } = ctx.context;
        const { value: email } = await takeCode<Pending>(ctx, waiting(user.id, "email"), ctx.body.code);
        if (hasMailbox(user.email)) throw new APIError("BAD_REQUEST", HAS_EMAIL);
        // An unverified sign-up must not block the owner of the address (decision 0025).
        await options.dropUnconfirmed(email);
        await claim(
          () => internalAdapter.updateUser(user.id, { email, emailVerified: true }),
          () => userWith(ctx, "email", email),
          user.id,
        );
        await notifyUser(user, "email_added");
        return ctx.json({ status: true });
      }),
    },
  } satisfies BetterAuthPlugin;
}

const hasVerifiedIdentifier = (user: PhoneUser | null) =>
  Boolean(user && (user.emailVerified || user.phoneNumberVerified));
const waiting = (userId: string, name: Name) => `own-${name}:${userId}`;

/** Stores a verified identifier. Unique columns resolve concurrent and late requests. */
async function claim(
  write: () => Promise<unknown>,
  find: () => Promise<PhoneUser | null>,
  userId: string,
): Promise<void> {
  try {
    await write();
  } catch (error) {
    const owner = await find();
    if (owner && owner.id !== userId) throw new APIError("CONFLICT", ELSEWHERE);
    throw error;
  }
}
