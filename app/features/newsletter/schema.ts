import { z } from "zod";

/** An address as it is stored: trimmed and in lower case, at most 254 characters. */
export const subscription = z.object({
  email: z.string().trim().toLowerCase().max(254).pipe(z.email()),
});
