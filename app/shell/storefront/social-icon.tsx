import type { SOCIAL } from "#app/features/site/content/footer.ts";
import { cx } from "#app/ui/class-names.ts";

type Network = (typeof SOCIAL)[number]["network"] | "whatsapp";

const ICONS: Record<Network, string> = {
  facebook: "icon-facebook",
  instagram: "icon-instagram",
  x: "icon-x-network",
  whatsapp: "icon-whatsapp",
};

/** The icon of a social network. */
export function SocialIcon({ network }: { network: Network }) {
  return <span aria-hidden className={cx("icon size-5", ICONS[network])} />;
}
