import { z } from "zod";

/** Normalized email address, at most 254 characters, and the form it was entered in. */
export const subscription = z.object({
  email: z.string().trim().toLowerCase().max(254).pipe(z.email()),
  source: z.enum(["home", "footer"]).catch("footer"),
});
