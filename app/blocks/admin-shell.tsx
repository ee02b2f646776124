import { Menu } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { useLocation, useNavigate } from "react-router";
import { useSignedOutInOtherTab } from "#app/features/auth/components/use-signed-out.ts";
import { Button } from "#app/ui/button.tsx";
import { Sheet } from "#app/ui/dialog.tsx";
import { Toaster } from "#app/ui/toaster.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { AdminMenu, type AdminMenuProps } from "./admin-menu.tsx";
import { Logo } from "./logo.tsx";

type AdminShellProps = AdminMenuProps & { children: ReactNode };

/** The back office around a page: its menu at the side of a wide screen, behind a button on a small one. */
export function AdminShell({ children, ...menu }: AdminShellProps) {
  const navigate = useNavigate();
  useSignedOutInOtherTab(() => void navigate("/login"));
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[17rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only z-50 rounded-xl bg-white font-semibold text-forest shadow-lift focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:px-5 focus:py-3"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-30 flex h-15 items-center gap-1 border-b border-line bg-white px-4 lg:hidden">
        <DrawerMenu {...menu} />
        <Brand />
      </header>
      <aside className="sticky top-0 hidden h-dvh flex-col overflow-y-auto border-r border-line bg-white px-4 pt-5 pb-4 lg:flex">
        <Brand className="mb-6 px-3" />
        <AdminMenu {...menu} />
      </aside>
      <main id="content" tabIndex={-1} className="min-w-0 outline-none">
        <div className="mx-auto w-full max-w-5xl px-4 py-7 sm:px-6 sm:py-9 lg:px-10">{children}</div>
      </main>
      <Toaster />
    </div>
  );
}

function Brand({ className = "" }: { className?: string }) {
  return (
    <div className={`flex items-center gap-3 ${className}`}>
      <Logo />
      <span className="border-l border-line pl-3 text-sm font-semibold text-muted">Back office</span>
    </div>
  );
}

/** Until the page's script runs, and without one, the button unfolds the menu in its place. */
function DrawerMenu(menu: AdminMenuProps) {
  const [open, setOpen] = useState(false);
  const { key } = useLocation();
  const label = "Menu of the back office";

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
        <div className="absolute inset-x-0 top-full grid border-b border-line bg-white px-4 pt-2 pb-4 shadow-bar">
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
        <AdminMenu {...menu} />
      </Sheet>
    </>
  );
}
