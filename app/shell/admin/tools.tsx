import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { KeyboardHelp } from "./keyboard-help.tsx";
import { isTyping, moveInList } from "./list-keys.ts";
import { PaletteDialog } from "./palette-dialog.tsx";

/** The open overlay: the palette, the shortcut list, or none. */
export type OpenTool = "palette" | "keys" | null;

export type AdminToolsProps = { open: OpenTool; onOpen: (tool: OpenTool) => void };

/** The keyboard shortcuts of the admin, including those of its lists, and the dialogs that they open. */
export default function AdminTools({ open, onOpen }: AdminToolsProps) {
  const showNewest = useNewestOrder();

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
        if (key === "k") onOpen(open === "palette" ? null : "palette");
        else if (key !== "s" || !saveRecord()) return;
        return event.preventDefault();
      }
      if (isTyping(event)) return;
      const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
      if (key === "?") onOpen("keys");
      else if (key === "o" && !dialog) showNewest();
      else if (key === "s" && dialog) dialog.querySelector<HTMLElement>("[data-row-status]")?.focus();
      else if (dialog || !moveInList(key)) return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [open, onOpen, showNewest]);

  const close = () => onOpen(null);
  return (
    <>
      <PaletteDialog open={open === "palette"} onClose={close} onKeys={() => onOpen("keys")} />
      <KeyboardHelp open={open === "keys"} onClose={close} />
    </>
  );
}

/** Submits the open record form: the focused one, or that of the top dialog. */
function saveRecord(): boolean {
  const focused = document.activeElement?.closest<HTMLFormElement>("[data-record-form]");
  const within = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
  const form = focused ?? within.querySelector<HTMLFormElement>("[data-record-form]");
  const button = form?.querySelector<HTMLButtonElement>("[data-record-save]");
  button?.click();
  return Boolean(button);
}

/** Opens the orders, newest first, and focuses the first row. */
function useNewestOrder() {
  const navigate = useNavigate();
  const { key } = useLocation();
  const isWanted = useRef(false);

  useEffect(() => {
    if (!isWanted.current) return;
    isWanted.current = false;
    document.querySelector<HTMLElement>("[data-list-row] [data-row-link]")?.focus();
  }, [key]);

  return () => {
    isWanted.current = true;
    void navigate("/admin/orders");
  };
}
