import { useEffect, useRef, useState } from "react";
import { Field, fieldProps } from "#app/ui/input.tsx";
import { toast } from "#app/ui/toast.ts";
import { PICTURE_TYPES } from "#app/ui/upload-state.tsx";
import { PICTURE_BYTES, REFUSALS } from "../rules.ts";

const NOT_A_PICTURE = "Please select an image file.";

/** File field for the picture of a request with preview and validation. */
export function PictureField({ error }: { error?: string }) {
  const [preview, setPreview] = useState<string | null>(null);
  const [own, setOwn] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const message = own ?? error;

  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview]);

  function choose(file: File | undefined) {
    setOwn(undefined);
    setPreview(null);
    if (!file) return;
    const isPicture = file.type.startsWith("image/");
    if (isPicture && file.size <= PICTURE_BYTES) return setPreview(URL.createObjectURL(file));
    if (input.current) input.current.value = "";
    if (isPicture) toast.error(REFUSALS.file.title, REFUSALS.file.text);
    setOwn(isPicture ? REFUSALS.file.text : NOT_A_PICTURE);
  }

  return (
    <Field
      id="request-image"
      label="Picture (optional)"
      hint="A photo or screenshot of the goods, smaller than 5 MB."
      error={message}
      className="sm:col-span-2"
    >
      <input
        ref={input}
        {...fieldProps("request-image", { hint: true, error: message })}
        type="file"
        name="image"
        accept={PICTURE_TYPES}
        onChange={(event) => choose(event.target.files?.[0])}
        className="min-h-11 w-full rounded-xl border border-edge bg-white p-1.5 text-sm file:mr-3 file:min-h-9 file:rounded-lg file:border-0 file:bg-leaf file:px-4 file:font-semibold file:text-forest"
      />
      {preview ? (
        <div className="flex items-end gap-3">
          <img
            src={preview}
            alt="Preview of what you chose"
            className="size-36 rounded-xl border border-line object-cover"
            onError={() => {
              setPreview(null);
              setOwn(NOT_A_PICTURE);
            }}
          />
          <button
            type="button"
            className="min-h-11 px-2 text-sm font-semibold text-forest underline underline-offset-4"
            onClick={() => {
              if (input.current) input.current.value = "";
              setPreview(null);
            }}
          >
            Remove the picture
          </button>
        </div>
      ) : null}
    </Field>
  );
}
