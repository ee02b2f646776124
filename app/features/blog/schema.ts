import { z } from "zod";
import { isPictureAddress } from "#app/lib/pictures.ts";
import { MAX_CONTENT, MAX_EXCERPT, MAX_TITLE, textOfHtml } from "./rules.ts";

/** Input of a post. `content` is unsanitized HTML; the command sanitizes it. */
export const postInput = z.object({
  title: z
    .string()
    .trim()
    .min(1, "Title is required")
    .max(MAX_TITLE, `Please keep the title to ${MAX_TITLE} characters.`),
  excerpt: z.string().trim().max(MAX_EXCERPT, `Please keep the excerpt to ${MAX_EXCERPT} characters.`).default(""),
  content: z
    .string()
    .max(MAX_CONTENT, `Please keep the content to ${MAX_CONTENT.toLocaleString("en")} characters of HTML.`)
    .refine((html) => textOfHtml(html) !== "" || /<img\s/i.test(html), "Content is required"),
  featured_image: z
    .string()
    .trim()
    .max(2_000)
    .refine((address) => address === "" || isPictureAddress(address), "Please upload the image again.")
    .default(""),
  published: z
    .union([z.boolean(), z.string()])
    .transform((value) => value === true || value === "true" || value === "1"),
});

export type PostInput = z.output<typeof postInput>;
