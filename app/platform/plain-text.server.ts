import { sql, type SQL, type SQLWrapper } from "drizzle-orm";

/** The text in lower case without tone marks, dots and hooks ("Ṣóyínká" is "soyinka"), as trigram indexes hold it. */
export function plainText(text: SQLWrapper | string): SQL {
  return sql`lower(plain_letters(${text}))`;
}

/** Whether `text` contains `part`, both as plain text. */
export function containsText(text: SQLWrapper, part: string): SQL {
  return sql`strpos(${plainText(text)}, ${plainText(part)}) > 0`;
}
