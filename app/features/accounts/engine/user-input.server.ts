import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import { withoutInvisible } from "#app/lib/invisible-characters.ts";
import { isPlainName, NAME_LENGTH, plainName } from "#app/lib/plain-names.ts";
import { endpointAt } from "./endpoints.server.ts";

const NO_ADDRESS = { code: "INVALID_EMAIL", message: "Please enter a valid email address." };
const IMAGE_LENGTH = 500;
const MOST_TYPED = 1000;

/**
 * Validates user data on every path: deliverable email addresses and printable names. The placeholder domain is
 * reserved, or another person could take the placeholder of a phone number.
 */
export function userInput() {
  return {
    id: "user-input",
    hooks: {
      before: [
        {
          matcher: ({ request, body }) => Boolean(request) && hasNoMailbox((body as { email?: unknown })?.email),
          handler: createAuthMiddleware(async () => {
            throw new APIError("BAD_REQUEST", NO_ADDRESS);
          }),
        },
        {
          matcher: ({ request, path }) => Boolean(request && endpointAt(path)?.names),
          handler: createAuthMiddleware(async (ctx) => {
            const needsBoth = endpointAt(ctx.path)?.names === "both";
            const body = (ctx.body ?? {}) as Record<string, unknown>;
            const before = needsBoth ? null : (await getSessionFromCtx(ctx))?.user;
            const existing = (before ?? {}) as { firstName?: string; lastName?: string };
            const firstName = nameIn(body["firstName"], needsBoth ? undefined : existing.firstName);
            const lastName = nameIn(body["lastName"], needsBoth ? undefined : existing.lastName);
            return { context: { body: { ...body, firstName, lastName, name: `${firstName} ${lastName}`.trim() } } };
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

/** A normalized name; `otherwise` is the value for a missing one. */
function nameIn(value: unknown, otherwise: string | undefined): string {
  if (value === undefined && otherwise !== undefined) return otherwise;
  const name = typeof value === "string" ? withoutInvisible(value.slice(0, MOST_TYPED)).trim() : "";
  if (name === "") throw refusal("Please enter your first and last name.");
  if (name.length > NAME_LENGTH) throw refusal(`Use at most ${NAME_LENGTH} characters for a name.`);
  if (!isPlainName(name)) throw refusal("This name cannot be used. Please leave out links and special signs.");
  return plainName(name);
}

function refusal(message: string): APIError {
  return new APIError("BAD_REQUEST", { code: "INVALID_NAME", message });
}

/** Whether an address belongs to the placeholder domain of accounts without email. */
export function hasNoMailbox(email: unknown): boolean {
  return typeof email === "string" && email.trim().toLowerCase().endsWith(".invalid");
}

type Row = Record<string, unknown>;

/** Validation of user rows from any source: normalized names, and no address in the placeholder domain. */
export const personRows = {
  create: {
    before: async (row: Row) => {
      if (hasNoMailbox(row["email"]) && row["phoneNumberVerified"] !== true)
        throw new APIError("BAD_REQUEST", NO_ADDRESS);
      return { data: fit(row) };
    },
  },
  update: { before: async (row: Row) => ({ data: fit(row) }) },
};

function fit(row: Row): Row {
  const { name, firstName, lastName, image } = row;
  return {
    ...row,
    ...(typeof name === "string" && { name: plainName(name, 2 * NAME_LENGTH + 1) }),
    ...(typeof firstName === "string" && { firstName: plainName(firstName) }),
    ...(typeof lastName === "string" && { lastName: plainName(lastName) }),
    ...(typeof image === "string" && { image: isPicture(image) ? image : null }),
  };
}

function isPicture(address: string): boolean {
  return address.length <= IMAGE_LENGTH && address.startsWith("https://") && URL.canParse(address);
}
