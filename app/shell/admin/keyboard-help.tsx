import { Dialog } from "#app/ui/dialog.tsx";

/** Each key and its action; every action also has a visible control. */
const KEYS: readonly [keys: string[], does: string, control: string][] = [
  [["Ctrl", "K"], "Find a page, an order, a customer, a product", "Find, above the menu"],
  [["/"], "Search the list", "its search box"],
  [["J"], "Next row", "the row itself"],
  [["K"], "Previous row", "the row itself"],
  [["Enter"], "Open the row", "its name or number"],
  [["X"], "Select the row", "its box"],
  [["B"], "What to do with the selected rows", "the bar above the list"],
  [["S"], "Status of the row, or of the open order", "its status"],
  [["O"], "The newest orders", "Orders, in the menu"],
  [["Ctrl", "S"], "Save the form", "its button"],
  [["Esc"], "Close what is open", "the cross"],
  [["?"], "These keys", "Keyboard shortcuts, in the menu"],
];

/** The keyboard shortcuts of the admin. They are inactive in text fields. */
export function KeyboardHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Keyboard shortcuts"
      description="They are off while you type, except Ctrl K, Ctrl S and Esc. On a Mac, Ctrl is ⌘."
      className="overflow-y-auto"
    >
      <dl className="divide-y divide-line">
        {KEYS.map(([keys, does, control]) => (
          <div key={does} className="grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-3 py-2">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="rounded-md border border-edge bg-sand px-2 py-0.5 font-sans text-sm font-semibold"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>
              {does}
              <span className="block text-sm text-muted">or {control}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
