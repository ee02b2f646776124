import { z } from "zod";

/** An address as it is stored: trimmed and in lower case, at most 254 characters; and the form it was typed into. */
export const subscription = z.object({
  email: z.string().trim().toLowerCase().max(254).pipe(z.email()),
  source: z.enum(["home", "footer"]).catch("footer"),
});
