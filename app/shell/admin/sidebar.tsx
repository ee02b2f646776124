import { Keyboard, Menu, PanelLeftClose, PanelLeftOpen, Search } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { cx } from "#app/ui/class-names.ts";
import { Sheet } from "#app/ui/dialog.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { Logo } from "../storefront/logo.tsx";
import { AdminMenu, CollapsedContext, MenuTool, type AdminMenuProps } from "./menu.tsx";
import type { OpenTool } from "./tools.tsx";

/** Stores the collapsed state in a cookie; the server reads it to avoid a layout shift. */
export const SIDEBAR_COOKIE = "oja.sidebar";
/** Likewise for compact rows of lists. */
export const DENSITY_COOKIE = "oja.rows";

type SidebarProps = {
  menu: AdminMenuProps;
  isCollapsed: boolean;
  onToggle: () => void;
  onOpen: (tool: OpenTool) => void;
};

/** The sidebar of wide screens, with names or only icons. */
export function Sidebar({ menu, isCollapsed, onToggle, onOpen }: SidebarProps) {
  const Icon = isCollapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <aside
      className={cx(
        "sticky top-0 hidden h-dvh flex-col border-r border-line bg-white pt-4 pb-3 lg:flex print:hidden",
        isCollapsed ? "px-3" : "px-4",
      )}
    >
      <div className={cx("mb-2 flex items-center", isCollapsed ? "justify-center" : "justify-between pl-3")}>
        {isCollapsed ? null : <Brand />}
        <Button
          variant="ghost"
          size="icon"
          onClick={onToggle}
          aria-expanded={!isCollapsed}
          aria-label={isCollapsed ? "Expand the menu" : "Collapse the menu"}
          title={isCollapsed ? "Expand the menu" : "Collapse the menu"}
        >
          <Icon aria-hidden className="size-5" strokeWidth={1.8} />
        </Button>
      </div>
      <FindButton
        onOpen={() => onOpen("palette")}
        isIcon={isCollapsed}
        className={isCollapsed ? "mx-auto mb-2" : "mb-2"}
      />
      <CollapsedContext value={isCollapsed}>
        <AdminMenu
          {...menu}
          extra={<MenuTool icon={Keyboard} label="Keyboard shortcuts" onClick={() => onOpen("keys")} />}
        />
      </CollapsedContext>
    </aside>
  );
}

type FindProps = { onOpen: () => void; isIcon: boolean; className?: string };

/** Opens the palette, like Ctrl K. */
export function FindButton({ onOpen, isIcon, className }: FindProps) {
  if (isIcon) {
    return (
      <Button
        variant="ghost"
        size="icon"
        aria-label="Find"
        title="Find (Ctrl K)"
        aria-haspopup="dialog"
        onClick={onOpen}
        className={cx("noscript:hidden", className)}
      >
        <Search aria-hidden className="size-5" />
      </Button>
    );
  }
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className={cx(
        "flex min-h-11 w-full items-center gap-3 rounded-xl border border-line bg-sand px-3 text-left text-[0.9375rem] text-muted hover:border-edge noscript:hidden",
        className,
      )}
    >
      <Search aria-hidden className="size-5 shrink-0" strokeWidth={1.8} />
      Find
      <kbd aria-hidden className="ml-auto font-sans text-xs font-semibold">
        Ctrl K
      </kbd>
    </button>
  );
}

export function Brand() {
  return (
    <div className="flex items-center gap-3">
      <Logo />
      <span className="border-l border-line pl-3 text-xs font-semibold whitespace-nowrap text-muted max-[28rem]:hidden">
        Back office
      </span>
    </div>
  );
}

/** The menu of small screens. Without JavaScript, and before hydration, the button expands it in place. */
export function DrawerMenu(menu: AdminMenuProps) {
  const [open, setOpen] = useState(false);
  const { key } = useLocation();
  const label = "Back office menu";

  useEffect(() => setOpen(false), [key]);

  if (!useHydrated()) {
    return (
      <details className="-ml-2.5">
        <summary
          aria-label={label}
          className="grid size-11 list-none place-items-center rounded-xl [&::-webkit-details-marker]:hidden"
        >
          <Menu aria-hidden className="size-6" />
        </summary>
        <div className="absolute inset-x-0 top-full grid max-h-[calc(100dvh-3.75rem)] overflow-y-auto border-b border-line bg-white px-4 pt-2 pb-4 shadow-bar">
          <AdminMenu {...menu} />
        </div>
      </details>
    );
  }
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        className="-ml-2.5"
        aria-label={label}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Menu aria-hidden className="size-6" />
      </Button>
      <Sheet open={open} onClose={() => setOpen(false)} title="Back office" className="lg:hidden">
        <div className="flex h-[calc(100dvh-5.25rem)] flex-col">
          <AdminMenu {...menu} />
        </div>
      </Sheet>
    </>
  );
}
