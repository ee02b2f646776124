import { z } from "zod";
import { STAFF_ROLES } from "#app/features/permissions/rules.ts";

export const staffRoleInput = z.object({ staff_role: z.enum(STAFF_ROLES, "Choose a role") });

export const invitationInput = staffRoleInput.extend({
  email: z.string().trim().toLowerCase().pipe(z.email("Please enter a valid email address").max(200)),
});
