/** The hidden field with the id of a public form. */
export const SUBMISSION_FIELD = "submission_id";

/** The honeypot field: hidden from users, filled in by bots. */
export const DECOY_FIELD = "reference_link";
