/** A part of a legal page: paragraphs, and lists in the form of arrays. */
export type LegalSection = { id: string; title: string; body: readonly (string | readonly string[])[] };

/** What legal texts say of the shop. */
export type LegalStore = { name: string; email: string; phone: string };
