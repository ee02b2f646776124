import type { ReactNode } from "react";

/** The check box with which staff choose whether the customer is told of a change. */
export function NotifyTick({ notifyByDefault, children }: { notifyByDefault: boolean; children: ReactNode }) {
  return (
    <label className="flex min-h-11 items-center gap-2.5 font-semibold">
      <input
        type="checkbox"
        name="notify"
        value="1"
        defaultChecked={notifyByDefault}
        className="size-5 accent-forest"
      />
      <span>{children}</span>
    </label>
  );
}
