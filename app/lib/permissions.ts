export type Role = "customer" | "admin";

/** What a session says of role and second factor: `mfa_verified` when this session showed it. */
export type Claims = { role: Role; has_second_factor: boolean; mfa_verified: boolean };

/** Who acts: somebody signed in, or null for a guest. Guards read it from the session; commands take it and check again. */
export type Actor = (Claims & { id: string }) | null;

/** What acts where nobody is signed in: the operator at a command line, or a job. */
export type SystemActor = { system: string };

/** Whether the actor may do what admins do, with the second factor shown where the shop requires one. */
export function mayAdminister<Who extends Claims>(actor: Who | null, needsSecondFactor: boolean): actor is Who {
  if (actor?.role !== "admin") return false;
  return !needsSecondFactor || (actor.has_second_factor && actor.mfa_verified);
}

/** The role that a session may use: that of an admin only where `mayAdminister` says so. */
export function roleFor(claims: Claims, needsSecondFactor: boolean): Role {
  return mayAdminister(claims, needsSecondFactor) ? "admin" : "customer";
}

/** Whether this session may end its account: it showed the second factor, where its owner has or needs one. */
export function mayEndAccount(claims: Claims, needsSecondFactor: boolean): boolean {
  if (claims.has_second_factor && !claims.mfa_verified) return false;
  return claims.role !== "admin" || mayAdminister(claims, needsSecondFactor);
}
