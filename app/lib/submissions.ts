/** The hidden field with the id of one filling of a public form. */
export const SUBMISSION_FIELD = "submission_id";

/** A field that people do not see: what fills it in is a program. */
export const DECOY_FIELD = "reference_link";
