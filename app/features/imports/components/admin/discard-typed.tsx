import { useState } from "react";
import { formatCount } from "#app/lib/money.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog, DialogActions } from "#app/ui/dialog.tsx";

/** Discards all typed prices of the filter after a question; nothing without typed prices. */
export function DiscardTyped({ count, onDiscard }: { count: number; onDiscard: () => void }) {
  const [isAsking, setAsking] = useState(false);
  if (count === 0) return null;
  return (
    <>
      <Button variant="ghost" size="sm" className="ml-auto text-clay-deep" onClick={() => setAsking(true)}>
        Discard typed prices
      </Button>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={count === 1 ? "Discard the typed price?" : `Discard ${formatCount(count)} typed prices?`}
        description="Those of all pages of this list. Prices in the shop stay as they are."
      >
        <DialogActions>
          <Button variant="outline" onClick={() => setAsking(false)} data-focus>
            Keep them
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              setAsking(false);
              onDiscard();
            }}
          >
            Discard
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
