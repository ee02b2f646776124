import { ArrowLeft, ArrowRight, ImagePlus, Trash2 } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { cx } from "./class-names.ts";
import { FieldError, fieldProps, Input, Label } from "./input.tsx";
import { Picture } from "./picture.tsx";
import { PICTURE_TYPES, UploadState } from "./upload-state.tsx";
import { useHiddenField } from "./use-hidden-field.ts";
import { useSortable } from "./use-sortable.ts";
import { useUploads, type StoredItem, type UploadItem } from "./use-uploads.ts";

type Props = {
  /** The hidden field: JSON of the stored pictures in order, `[{address, alt}]`. */
  name: string;
  label: string;
  /** The purpose of the picture, which app/routes/resources/uploads.ts must know. */
  preset: string;
  pictures?: readonly StoredItem[];
  most: number;
  error?: string;
  onBusy?: (isBusy: boolean) => void;
};

/** Several pictures of an admin form, ordered by dragging or by buttons; each is uploaded and retried separately. */
export function PictureListUpload(props: Props) {
  const { name, label, preset, pictures = [], most, error, onBusy } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const uploads = useUploads(preset, pictures, most);
  const { items, isBusy } = uploads;
  const [status, setStatus] = useState("");
  const value = JSON.stringify(uploads.stored);
  const field = useHiddenField(value);

  useEffect(() => onBusy?.(isBusy), [isBusy, onBusy]);

  function move(item: UploadItem, to: number) {
    uploads.move(item.id, to);
    setStatus(`${nameOf(items.indexOf(item))} is now picture ${to + 1} of ${items.length}.`);
  }

  return (
    <fieldset className="grid content-start gap-3" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      <input ref={field} type="hidden" name={name} value={value} />
      <ol className="grid gap-3 sm:grid-cols-2">
        {items.map((item, place) => (
          <PictureCard
            key={item.id}
            list={id}
            item={item}
            place={place}
            count={items.length}
            onMove={(to) => move(item, to)}
            onDropped={(dragged) => {
              const moved = items.find((one) => String(one.id) === dragged);
              if (moved) move(moved, place);
            }}
            onAlt={(alt) => uploads.setAlt(item.id, alt)}
            onRetry={() => uploads.retry(item.id)}
            onRemove={() => {
              uploads.remove(item.id);
              setStatus(`${nameOf(place)} was removed.`);
            }}
          />
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="outline" size="sm" onClick={() => input.current?.click()} disabled={items.length >= most}>
          <ImagePlus aria-hidden className="size-4" /> Add pictures
        </Button>
        <p className="text-sm text-muted">
          {items.length} of at most {most}. The first one is shown in lists.
        </p>
      </div>
      <input
        ref={input}
        type="file"
        multiple
        accept={PICTURE_TYPES}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          uploads.add(event.target.files ?? []);
          event.target.value = "";
        }}
      />
      <p role="status" className="sr-only">
        {status}
      </p>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
}

const nameOf = (place: number) => `Picture ${place + 1}`;

type CardProps = {
  list: string;
  item: UploadItem;
  place: number;
  count: number;
  onMove: (to: number) => void;
  onDropped: (dragged: string) => void;
  onAlt: (alt: string) => void;
  onRetry: () => void;
  onRemove: () => void;
};

function PictureCard({ list, item, place, count, onMove, onDropped, onAlt, onRetry, onRemove }: CardProps) {
  const id = `${list}-${item.id}`;
  const name = nameOf(place);
  const { ref, state } = useSortable<HTMLLIElement>(list, String(item.id), onDropped);
  return (
    <li
      ref={ref}
      className={cx(
        "grid grid-cols-[5rem_minmax(0,1fr)] gap-3 rounded-xl border bg-white p-3",
        state === "over" ? "border-forest bg-leaf" : "border-edge",
        state === "dragged" && "opacity-50",
      )}
    >
      {/* A picture that receives pointer events would be dragged instead of its card. */}
      <div className="size-20 cursor-grab overflow-hidden rounded-lg [&_img]:pointer-events-none">
        <Picture address={item.address ?? item.preview} alt={item.alt || name} size={80} sizes="80px" />
      </div>
      <div className="grid content-start gap-2">
        <div className="flex flex-wrap items-center justify-between gap-1">
          <p className="text-sm font-semibold">{place === 0 ? `${name} (first)` : name}</p>
          <div className="flex">
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Move ${name} earlier`}
              disabled={place === 0}
              onClick={() => onMove(place - 1)}
            >
              <ArrowLeft aria-hidden className="size-4" />
            </Button>
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Move ${name} later`}
              disabled={place === count - 1}
              onClick={() => onMove(place + 1)}
            >
              <ArrowRight aria-hidden className="size-4" />
            </Button>
            <Button variant="ghost" size="icon" aria-label={`Remove ${name}`} onClick={onRemove}>
              <Trash2 aria-hidden className="size-4" />
            </Button>
          </div>
        </div>
        <UploadState item={item} name={name} onRetry={onRetry} />
        <div className="grid gap-1">
          <Label htmlFor={id}>Text for those who do not see it</Label>
          <Input {...fieldProps(id)} value={item.alt} maxLength={200} onChange={(event) => onAlt(event.target.value)} />
        </div>
        {place > 0 ? (
          <Button variant="ghost" size="sm" className="justify-self-start" onClick={() => onMove(0)}>
            Make first<span className="sr-only">: {name}</span>
          </Button>
        ) : null}
      </div>
    </li>
  );
}
