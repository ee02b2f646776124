import { Share2 } from "lucide-react";
import { Button } from "#app/ui/button.tsx";
import { toast } from "#app/ui/toast.ts";

/** Opens the device's share sheet, or copies the URL where there is none. */
export function ShareButton({ title }: { title: string }) {
  async function share() {
    const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href;
    const url = canonical ?? location.href;
    if (typeof navigator.share === "function") {
      try {
        return await navigator.share({ title, url });
      } catch (error) {
        // AbortError: the user closed the sheet; other failures fall back to copying.
        if (error instanceof DOMException && error.name === "AbortError") return;
      }
    }
    try {
      await navigator.clipboard.writeText(url);
      toast.success("Link copied!");
    } catch {
      toast.error("The link could not be copied", url);
    }
  }

  return (
    <Button
      variant="outline"
      size="icon"
      aria-label="Share"
      onClick={() => void share()}
      className="border-line text-ink hover:bg-sand-deep"
    >
      <Share2 aria-hidden className="size-5" />
    </Button>
  );
}
