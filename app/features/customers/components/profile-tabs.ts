import { useEffect, useState } from "react";
import { useLocation, useNavigate, useNavigation, useRevalidator } from "react-router";
import type { ProfileAnswer } from "../rules.ts";

/** Each tab has its own URL, which works after a reload and without JavaScript. */
export const PROFILE_TABS = [
  { value: "details", label: "Personal Details", href: "/profile" },
  { value: "security", label: "Security", href: "/profile?tab=security" },
  { value: "support", label: "Support", href: "/profile?tab=support" },
] as const;
type Tab = (typeof PROFILE_TABS)[number]["value"];

/** Location state of a URL set by switching tabs. */
const TURNED = { turned: true };

/** The tab in the URL. A switch is shown at once; the URL is updated when no pending request would be aborted by it. */
export function useProfileTab(): [Tab, (tab: Tab) => void] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const isBusy = useNavigation().state !== "idle";
  const isRefreshing = useRevalidator().state !== "idle";
  const [chosen, choose] = useState<Tab | null>(null);

  useEffect(() => {
    if (!chosen || isBusy || isRefreshing) return;
    if (tabOf(search) === chosen) return choose(null);
    const quietly = { replace: true, preventScrollReset: true, defaultShouldRevalidate: false };
    void navigate(tabHref(chosen, search), { ...quietly, state: TURNED });
  }, [chosen, search, isBusy, isRefreshing, navigate]);

  return [chosen ?? tabOf(search), choose];
}

/** The result of the last submitted form. Kept when switching tabs, reset by other navigations. */
export function useLastAnswer(latest: ProfileAnswer | undefined): ProfileAnswer | undefined {
  const { turned } = (useLocation().state ?? {}) as Partial<typeof TURNED>;
  const [lastAnswer, setLastAnswer] = useState(latest);
  const answer = latest ?? (turned ? lastAnswer : undefined);
  if (answer !== lastAnswer) setLastAnswer(answer);
  return answer;
}

function tabOf(search: string): Tab {
  const query = new URLSearchParams(search);
  const wanted = PROFILE_TABS.find(({ value }) => value === query.get("tab"))?.value;
  return wanted ?? (query.get("reset") === "true" ? "security" : "details");
}

/** The URL with another tab; keeps the parameter that requires a password. */
function tabHref(tab: Tab, search: string): string {
  const query = new URLSearchParams(search);
  const needsPassword = query.get("reset") === "true";
  if (tab === (needsPassword ? "security" : "details")) query.delete("tab");
  else query.set("tab", tab);
  return query.size > 0 ? `/profile?${query}` : "/profile";
}
