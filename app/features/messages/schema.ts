import { z } from "zod";

export const contactForm = z.object({
  name: z
    .string("Name must be at least 2 characters")
    .trim()
    .min(2, "Name must be at least 2 characters")
    .max(100, "Name must be at most 100 characters"),
  email: z
    .string("Please enter a valid email address")
    .trim()
    .max(254, "Please enter a valid email address")
    .pipe(z.email("Please enter a valid email address")),
  message: z
    .string("Message must be at least 10 characters")
    .trim()
    .min(10, "Message must be at least 10 characters")
    .max(5000, "Message must be at most 5,000 characters"),
});
