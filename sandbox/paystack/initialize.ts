import { type ApiError, apiError } from "./envelope.ts";
import type { NewTransaction } from "./payments.ts";
import { type Channel, CHANNELS, code } from "./transaction.ts";
import type { World } from "./world.ts";

/** The provider's bounds for one transaction, in kobo. */
export const MIN_KOBO = 5_000;
export const MAX_KOBO = 1_000_000_000;

const EMAIL = /^[^\s@<>"',;]+@[^\s@<>"',;]+\.[^\s@<>"',;]{2,}$/;
const REFERENCE = /^[A-Za-z0-9.=-]+$/;

/**
 * Validates a charge by the provider's rules. Returns the new transaction's data, or the first error in the provider's
 * order of checks.
 */
export function readInitialize(world: World, body: Record<string, unknown>): NewTransaction | ApiError {
  const email = typeof body.email === "string" ? body.email.trim() : "";
  if (!email) return apiError(400, "Email Address is required", "missing_params", "Provide all required params");
  if (!EMAIL.test(email) || email.length > 254) {
    return apiError(400, "Invalid Email Address Passed", "invalid_email_address", "Provide a valid email address");
  }
  const kobo = readKobo(body.amount);
  if (kobo === null || kobo < MIN_KOBO || kobo > MAX_KOBO) {
    return apiError(400, "Invalid Amount Sent", "invalid_amount", `Send whole kobo from ${MIN_KOBO} to ${MAX_KOBO}`);
  }
  const currency = body.currency ?? "NGN";
  if (currency !== "NGN") {
    return apiError(
      400,
      "Currency not supported by merchant",
      "unsupported_currency",
      "Use a currency that is enabled for you",
    );
  }
  const reference = body.reference ?? body.ref ?? code(10);
  if (typeof reference !== "string" || !REFERENCE.test(reference)) {
    const next = "Only -, ., = and alphanumeric characters are allowed";
    return apiError(400, "Invalid Transaction Reference", "invalid_reference", next);
  }
  if (world.store.byReference(reference)) {
    const next = "Try and create the Transaction or Charge with a new reference";
    return apiError(400, "Duplicate Transaction Reference", "duplicate_reference", next);
  }
  const callback = readAddress(body.callback_url);
  if (callback === undefined)
    return apiError(400, "Invalid callback URL", "invalid_params", "Send an http or https address");
  const channels = readChannels(body.channels);
  if (!channels)
    return apiError(400, "No valid channel was sent", "invalid_params", `Use one of ${CHANNELS.join(", ")}`);
  return {
    email,
    reference,
    channels,
    currency: "NGN",
    requested_amount: kobo,
    metadata: readMetadata(body.metadata),
    callback_url: callback,
    ip_address: null,
  };
}

/** Whole kobo from a number or its digits; null for anything else. */
export function readKobo(value: unknown): number | null {
  if (typeof value === "number") return Number.isSafeInteger(value) ? value : null;
  if (typeof value === "string" && /^\d{1,15}$/.test(value)) return Number(value);
  return null;
}

function readAddress(value: unknown): string | null | undefined {
  if (value === undefined || value === null || value === "") return null;
  const address = typeof value === "string" && URL.canParse(value) ? new URL(value) : null;
  return address && /^https?:$/.test(address.protocol) ? address.href : undefined;
}

function readChannels(value: unknown): Channel[] | null {
  if (value === undefined || value === null) return CHANNELS;
  if (!Array.isArray(value)) return null;
  const known = CHANNELS.filter((channel) => value.includes(channel));
  return known.length > 0 ? known : null;
}

function readMetadata(value: unknown): unknown {
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
