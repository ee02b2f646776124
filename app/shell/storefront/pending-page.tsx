import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { useLocation, useNavigation } from "react-router";
import { useConnectionLost } from "./page-fetch.ts";
import { ListingSkeleton, ProductSkeleton } from "./page-skeletons.tsx";

/** A page that loads faster than this is shown without a skeleton. */
const PATIENCE_MS = 150;

const SHAPES: readonly [RegExp, () => ReactNode][] = [
  [/^\/product\/[^/]+$/, ProductSkeleton],
  [/^\/(products(\/[^/]+)?|category\/[^/]+)$/, ListingSkeleton],
];

/**
 * The skeleton of the requested page, if its shape is known, in place of the current page. The current page stays
 * mounted and returns with scroll position and focus if the navigation fails.
 */
export function PendingPage({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname;
  const isLost = useConnectionLost();
  const wanted = next === undefined || next === pathname || isLost ? undefined : next;
  const [due, setDue] = useState<string>();
  const left = useRef<{ pathname: string; scroll: number; focus: Element | null } | null>(null);
  const Skeleton = wanted !== undefined && due === wanted ? SHAPES.find(([path]) => path.test(wanted))?.[1] : undefined;
  const isHidden = Skeleton !== undefined;

  useEffect(() => {
    if (wanted === undefined) return;
    const timer = setTimeout(() => {
      left.current = { pathname, scroll: scrollY, focus: document.activeElement };
      setDue(wanted);
    }, PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setDue(undefined);
    };
  }, [wanted, pathname]);

  useLayoutEffect(() => {
    if (isHidden) {
      scrollTo(0, 0);
      return;
    }
    const page = left.current;
    left.current = null;
    if (page?.pathname !== pathname) return;
    scrollTo(0, page.scroll);
    if (page.focus instanceof HTMLElement) page.focus.focus({ preventScroll: true });
  }, [isHidden, pathname]);

  return (
    <>
      <div hidden={isHidden}>{children}</div>
      {Skeleton ? <Skeleton /> : null}
    </>
  );
}
