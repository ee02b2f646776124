import { z } from "zod";

const most = (max: number) => z.string().max(max, `At most ${max} characters.`);

/** Category form; `image_url` is the URL returned by the upload, or an already stored one. */
export const categoryInput = z.object({
  name: most(80)
    .transform((name) => name.replaceAll(/\s+/g, " ").trim())
    .pipe(z.string().min(1, "A category needs a name.")),
  description: most(500).trim(),
  parent_id: z.union([z.literal("").transform(() => null), z.uuid("Choose a category from the list.")]),
  image_url: most(500)
    .trim()
    .regex(/^$|^\/files\/|^https:\/\//, "Choose the picture again.")
    .transform((address) => address || null),
});
