import { z } from "zod";

const LIST = z.string().regex(/^[a-z-]{1,40}$/);

/** Input of a saved view: list state and name, private or shared with all staff. */
export const savedViewInput = z.object({
  list: LIST,
  name: z.string().trim().min(1, "Give the view a name").max(40, "A name has at most 40 characters"),
  query: z.string().max(2_000),
  shared: z.literal("1").optional(),
});
