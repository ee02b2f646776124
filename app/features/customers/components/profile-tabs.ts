import { useEffect, useState } from "react";
import { useLocation, useNavigate, useNavigation, useRevalidator } from "react-router";
import type { ProfileAnswer } from "../rules.ts";

/** Each is an address of its own, which a reload and a page without a script show. */
export const PROFILE_TABS = [
  { value: "details", label: "Personal Details", href: "/profile" },
  { value: "security", label: "Security", href: "/profile?tab=security" },
  { value: "support", label: "Support", href: "/profile?tab=support" },
] as const;
type Tab = (typeof PROFILE_TABS)[number]["value"];

/** The state of an address to which somebody turned by a tab. */
const TURNED = { turned: true };

/** The tab of the address. Another one shows at once; the address follows when no request is under way that it would end. */
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

/** What the page answered to the last form. Turning to another tab does not take it away, as going elsewhere does. */
export function useLastAnswer(given: ProfileAnswer | undefined): ProfileAnswer | undefined {
  const { turned } = (useLocation().state ?? {}) as Partial<typeof TURNED>;
  const [kept, keep] = useState(given);
  const answer = given ?? (turned ? kept : undefined);
  if (answer !== kept) keep(answer);
  return answer;
}

function tabOf(search: string): Tab {
  const query = new URLSearchParams(search);
  const wanted = PROFILE_TABS.find(({ value }) => value === query.get("tab"))?.value;
  return wanted ?? (query.get("reset") === "true" ? "security" : "details");
}

/** The same address with another tab: a password that is required stays so. */
function tabHref(tab: Tab, search: string): string {
  const query = new URLSearchParams(search);
  const needsPassword = query.get("reset") === "true";
  if (tab === (needsPassword ? "security" : "details")) query.delete("tab");
  else query.set("tab", tab);
  return query.size > 0 ? `/profile?${query}` : "/profile";
}
