import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { id, indexWhere, insertTime, reference, time } from "./columns.ts";

/** Property names are the auth library's own; columns follow this schema's style. */
const createdAt = () => insertTime("created_at");
const updatedAt = () => insertTime("updated_at").$onUpdate(() => new Date());

const IS_CUSTOMER = sql`role = 'customer'`;

/** Accounts. A user with only a phone number has an address at phone.invalid, which is never used. */
export const users = pgTable(
  "users",
  {
    id: id(),
    name: text("name").notNull(),
    email: text("email").notNull().unique(),
    emailVerified: boolean("email_verified").notNull().default(false),
    image: text("image"),
    firstName: text("first_name").notNull().default(""),
    lastName: text("last_name").notNull().default(""),
    phoneNumber: text("phone_number").unique(),
    phoneNumberVerified: boolean("phone_number_verified").notNull().default(false),
    role: text("role").notNull().default("customer"),
    /** The staff role (app/features/permissions/rules.ts); valid only while `role` is admin. */
    staffRole: text("staff_role"),
    banned: boolean("banned").notNull().default(false),
    banReason: text("ban_reason"),
    banExpires: time("ban_expires"),
    twoFactorEnabled: boolean("two_factor_enabled").notNull().default(false),
    /** Known devices contain it in their marks: incrementing it revokes them all. */
    deviceEpoch: integer("device_epoch").notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check("users_role_check", sql`${t.role} in ('customer','admin')`),
    check("users_staff_role_check", sql`${t.staffRole} in ('owner','manager','sales','packer')`),
    indexWhere("users_customers_idx", IS_CUSTOMER, t.createdAt, t.id),
    indexWhere("users_customer_names_idx", IS_CUSTOMER, sql`lower(last_name)`, sql`lower(first_name)`, t.id),
    index("users_name_trgm_idx").using(
      "gin",
      sql`lower(plain_letters(first_name || ' ' || last_name || ' ' || email)) gin_trgm_ops`,
    ),
    index("users_phone_trgm_idx").using("gin", sql`regexp_replace(phone_number, '[^0-9]', '', 'g') gin_trgm_ops`),
  ],
);

const userId = () => reference("user_id", () => users.id, "cascade").notNull();

export const sessions = pgTable(
  "sessions",
  {
    id: id(),
    token: text("token").notNull().unique(),
    userId: userId(),
    expiresAt: time("expires_at").notNull(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    impersonatedBy: uuid("impersonated_by"),
    /** Origin of the session: recovery, password-change, or null for a sign-in. */
    authMethod: text("auth_method"),
    reauthenticatedAt: time("reauthenticated_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index("sessions_user_id_idx").on(t.userId)],
);

/** Sign-in methods: one row for the password ("credential") and one for each linked provider. */
export const accounts = pgTable(
  "accounts",
  {
    id: id(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    userId: userId(),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: time("access_token_expires_at"),
    refreshTokenExpiresAt: time("refresh_token_expires_at"),
    scope: text("scope"),
    password: text("password"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("accounts_user_id_idx").on(t.userId),
    uniqueIndex("accounts_provider_account_key").on(t.providerId, t.accountId),
  ],
);

/**
 * Single-use values: confirmation, recovery, codes, OAuth state. Their ids are text, as the library's replay guard
 * requires.
 */
export const verifications = pgTable(
  "verifications",
  {
    id: text("id")
      .default(sql`gen_random_uuid()::text`)
      .primaryKey(),
    identifier: text("identifier").notNull(),
    value: text("value").notNull(),
    expiresAt: time("expires_at").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index("verifications_identifier_idx").on(t.identifier)],
);

export const two_factors = pgTable(
  "two_factors",
  {
    id: id(),
    secret: text("secret").notNull(),
    backupCodes: text("backup_codes").notNull(),
    userId: userId(),
    verified: boolean("verified").notNull().default(true),
    failedVerificationCount: integer("failed_verification_count").notNull().default(0),
    lockedUntil: time("locked_until"),
  },
  (t) => [index("two_factors_user_id_idx").on(t.userId)],
);

export const jwks = pgTable("jwks", {
  id: id(),
  publicKey: text("public_key").notNull(),
  privateKey: text("private_key").notNull(),
  alg: text("alg"),
  crv: text("crv"),
  createdAt: time("created_at").notNull(),
  expiresAt: time("expires_at"),
});

export const passkeys = pgTable(
  "passkeys",
  {
    id: id(),
    name: text("name"),
    publicKey: text("public_key").notNull(),
    userId: userId(),
    credentialID: text("credential_id").notNull(),
    counter: integer("counter").notNull(),
    deviceType: text("device_type").notNull(),
    backedUp: boolean("backed_up").notNull(),
    transports: text("transports"),
    aaguid: text("aaguid"),
    createdAt: time("created_at"),
  },
  (t) => [index("passkeys_user_id_idx").on(t.userId), uniqueIndex("passkeys_credential_id_key").on(t.credentialID)],
);

/** Companies' identity providers, one per domain. `oidc_config` has the endpoints and the encrypted client secret. */
export const sso_providers = pgTable(
  "sso_providers",
  {
    id: id(),
    issuer: text("issuer").notNull(),
    oidcConfig: text("oidc_config"),
    samlConfig: text("saml_config"),
    userId: reference("user_id", () => users.id, "cascade"),
    providerId: text("provider_id").notNull().unique(),
    organizationId: text("organization_id"),
    domain: text("domain").notNull(),
    domainVerified: boolean("domain_verified"),
  },
  (t) => [index("sso_providers_user_id_idx").on(t.userId)],
);

export const auth_rate_limits = pgTable("auth_rate_limits", {
  id: id(),
  key: text("key").notNull().unique(),
  count: integer("count").notNull(),
  lastRequest: bigint("last_request", { mode: "number" }).notNull(),
});

/** A customer's profile data; one row per user, created when first needed. */
export const profiles = pgTable(
  "profiles",
  {
    id: reference("id", () => users.id, "cascade").primaryKey(),
    first_name: text("first_name").notNull().default(""),
    last_name: text("last_name").notNull().default(""),
    phone: text("phone").notNull().default(""),
    address: text("address").notNull().default(""),
    city: text("city").notNull().default(""),
    state: text("state").notNull().default(""),
    /** The local government area of the address, where delivery asked for it. */
    lga_code: text("lga_code"),
    postal_code: text("postal_code").notNull().default(""),
    country: text("country").notNull().default("Nigeria"),
    created_at: insertTime("created_at"),
  },
  () => [
    index("profiles_name_trgm_idx").using(
      "gin",
      sql`lower(plain_letters(first_name || ' ' || last_name)) gin_trgm_ops`,
    ),
    index("profiles_phone_trgm_idx").using("gin", sql`regexp_replace(phone, '[^0-9]', '', 'g') gin_trgm_ops`),
  ],
);
