import { Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { lazyOr } from "#app/ui/lazy-or.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { SITE_LINKS_ID } from "./footer-heading.tsx";

const load = () => import("./mobile-menu-sheet.tsx");
const MobileMenuSheet = lazyOr(load, SiteLinks);

const TRIGGER = "-ml-2.5 grid size-11 shrink-0 place-items-center rounded-xl hover:bg-sand-deep md:hidden";

/** The menu button of small screens. Without JavaScript it links to the footer's links. */
export function MobileMenu() {
  const [state, setState] = useState<"unused" | "open" | "closed">("unused");
  const { key } = useLocation();

  useEffect(() => setState((now) => (now === "open" ? "closed" : now)), [key]);

  if (!useHydrated()) {
    return (
      <a href={`#${SITE_LINKS_ID}`} aria-label="Menu" data-tap="menu" className={TRIGGER}>
        <span aria-hidden className="icon icon-menu size-6" />
      </a>
    );
  }
  return (
    <>
      <button
        type="button"
        data-tap="menu"
        aria-label="Menu"
        aria-haspopup="dialog"
        className={TRIGGER}
        onPointerEnter={() => void load().catch(() => {})}
        onClick={() => setState("open")}
      >
        <span aria-hidden className="icon icon-menu size-6" />
      </button>
      {state === "unused" ? null : (
        <Suspense>
          <MobileMenuSheet open={state === "open"} onClose={() => setState("closed")} />
        </Suspense>
      )}
    </>
  );
}

/** Links to the footer, like the button before hydration. */
function SiteLinks({ open, onClose }: { open: boolean; onClose: () => void }) {
  useEffect(() => {
    if (!open) return;
    onClose();
    const links = document.getElementById(SITE_LINKS_ID);
    links?.scrollIntoView();
    links?.querySelector("a")?.focus({ preventScroll: true });
  }, [open, onClose]);
  return null;
}
