import { RotateCw } from "lucide-react";
import { Button } from "./button.tsx";
import { FieldError } from "./input.tsx";
import type { UploadItem } from "./use-uploads.ts";

/** The progress of an upload, or its error with a retry button. */
export function UploadState({ item, name, onRetry }: { item: UploadItem; name: string; onRetry: () => void }) {
  if (item.progress !== null) {
    return (
      <div className="grid gap-1">
        <p className="text-sm text-muted">Uploading Image... {Math.round(item.progress * 100)}%</p>
        <progress
          value={item.progress}
          max={1}
          aria-label={`Upload of ${name}`}
          className="h-1.5 w-full accent-forest"
        />
      </div>
    );
  }
  if (!item.error) return null;
  return (
    <div className="grid justify-items-start gap-1">
      <FieldError>{item.error}</FieldError>
      {item.mayRetry ? (
        <Button variant="outline" size="sm" onClick={onRetry} aria-label={`Try again to upload ${name}`}>
          <RotateCw aria-hidden className="size-4" /> Try again
        </Button>
      ) : null}
    </div>
  );
}

/** The `accept` of file fields; the server checks the content. */
export const PICTURE_TYPES = "image/jpeg,image/png,image/webp,image/gif,image/avif";
