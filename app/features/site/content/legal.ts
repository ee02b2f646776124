/** The sections of a legal page by id: paragraphs as strings, lists as arrays. */
export type LegalSections = Readonly<Record<string, { title: string; body: readonly (string | readonly string[])[] }>>;

/** Shop data used in legal texts. */
export type LegalStore = { name: string; email: string; phone: string };
