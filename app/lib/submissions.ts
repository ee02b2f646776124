/** The hidden field with the id of a public form. */
export const SUBMISSION_FIELD = "submission_id";

/** The refusal of a form that was sent sooner than anyone fills it in, and its title in every form. */
export const TOO_QUICK = "That was very quick. Please check the form and send it again.";
export const TOO_QUICK_TITLE = "Not sent yet";

/** The honeypot field: hidden from users, filled in by bots. */
export const DECOY_FIELD = "reference_link";
