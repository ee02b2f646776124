import type { ReactNode } from "react";

/** Target of the header's menu button before hydration. */
export const SITE_LINKS_ID = "site-links";

export function FooterHeading({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <h2 id={id} className="mb-2 font-display text-lg font-bold text-white">
      {children}
    </h2>
  );
}
