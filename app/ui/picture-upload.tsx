import { ImagePlus, Trash2 } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { Button } from "./button.tsx";
import { FieldError } from "./input.tsx";
import { Picture } from "./picture.tsx";
import { PICTURE_TYPES, UploadState } from "./upload-state.tsx";
import { useHiddenField } from "./use-hidden-field.ts";
import { useUploads } from "./use-uploads.ts";

type Props = {
  /** The hidden field with the stored address; empty without a picture. */
  name: string;
  label: string;
  /** The purpose of the picture, which app/routes/resources/uploads.ts must know. */
  preset: string;
  /** The record's current address. */
  address?: string | null;
  error?: string;
  hint?: string;
  /** Called when an upload starts or ends: the form waits with submitting. */
  onBusy?: (isBusy: boolean) => void;
};

/** The stored picture, the new one, and failed ones that are being removed. */
const ROOM = 9;

/** One picture of an admin form: uploaded when chosen, with preview, progress, retry and a remove button. */
export function PictureUpload({ name, label, preset, address, error, hint, onBusy }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const uploads = useUploads(preset, address ? [{ address, alt: "" }] : [], ROOM);
  const item = uploads.items.at(-1);
  const { isBusy } = uploads;
  // While the new one is uploading or has failed, the form keeps the previous one.
  const storedAddress = uploads.stored.at(-1)?.address ?? null;
  const field = useHiddenField(storedAddress);

  useEffect(() => onBusy?.(isBusy), [isBusy, onBusy]);

  function choose(files: FileList | null) {
    const [file] = files ?? [];
    if (!file) return;
    const last = uploads.items.findLast((one) => one.address !== null);
    for (const old of uploads.items) if (old !== last) uploads.remove(old.id);
    uploads.add([file]);
  }

  return (
    <fieldset className="grid content-start gap-2" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      <input ref={field} type="hidden" name={name} value={storedAddress ?? ""} />
      {item ? (
        <div className="size-40 overflow-hidden rounded-xl border border-edge">
          <Picture
            address={item.address ?? item.preview}
            alt={`Preview of ${label.toLowerCase()}`}
            size={160}
            sizes="160px"
          />
        </div>
      ) : null}
      {item ? <UploadState item={item} name={label.toLowerCase()} onRetry={() => uploads.retry(item.id)} /> : null}
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={() => input.current?.click()} disabled={isBusy}>
          <ImagePlus aria-hidden className="size-4" /> {item ? "Choose another" : "Choose a picture"}
          <span className="sr-only"> for {label.toLowerCase()}</span>
        </Button>
        {item ? (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              for (const { id: one } of uploads.items) uploads.remove(one);
            }}
          >
            <Trash2 aria-hidden className="size-4" /> Remove<span className="sr-only"> {label.toLowerCase()}</span>
          </Button>
        ) : null}
      </div>
      <input
        ref={input}
        type="file"
        accept={PICTURE_TYPES}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          choose(event.target.files);
          event.target.value = "";
        }}
      />
      {hint ? <p className="text-sm text-muted">{hint}</p> : null}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
}
