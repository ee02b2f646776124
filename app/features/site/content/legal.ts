/** A section of a legal page: paragraphs as strings, lists as arrays. */
export type LegalSection = { id: string; title: string; body: readonly (string | readonly string[])[] };

/** Shop data used in legal texts. */
export type LegalStore = { name: string; email: string; phone: string };
