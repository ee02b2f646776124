import { z } from "zod";
import { readCount } from "#app/lib/money.ts";
import { isPictureAddress } from "#app/lib/pictures.ts";
import type { CategoryFormFields } from "../rules/category-form.ts";

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
    .refine((address) => address === "" || isPictureAddress(address), "Choose the picture again.")
    .transform((address) => address || null),
  default_weight_grams: most(20)
    .default("")
    .transform((text, { issues }) => {
      if (text.trim() === "") return null;
      const grams = readCount(text);
      if (grams) return grams;
      issues.push({ code: "custom", input: text, message: "A whole number of grams above 0." });
      return z.NEVER;
    }),
}) satisfies z.ZodType<CategoryFormFields>;
