import type { Editor } from "@tiptap/react";
import { useId, useState, type KeyboardEvent } from "react";
import { Button } from "#app/ui/button.tsx";
import { Field, fieldProps, Input } from "#app/ui/input.tsx";
import { linkHref } from "../../rules.ts";

/** Form for text and URL of a link, inserted at the cursor or replacing the selection. */
export function LinkPanel({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const id = useId();
  const { from, to } = editor.state.selection;
  const [text, setText] = useState(editor.state.doc.textBetween(from, to, " "));
  const [url, setUrl] = useState("");
  const [isTried, setTried] = useState(false);
  const href = linkHref(url);
  const isMissing = text.trim() === "" || href === "";

  function insert() {
    if (isMissing) return setTried(true);
    const link = { type: "link", attrs: { href, target: "_blank", rel: "noopener noreferrer" } };
    editor
      .chain()
      .focus()
      .insertContent({ type: "text", text: text.trim(), marks: [link] })
      .unsetMark("link")
      .run();
    onClose();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape") onClose();
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter") insert();
  }

  const textError = isTried && text.trim() === "" ? "Please enter the link text" : undefined;
  const urlError = isTried && href === "" ? "Please enter a URL" : undefined;
  return (
    <div role="group" aria-label="Insert link" className="grid gap-3 border-b border-line bg-sand p-3 sm:grid-cols-2">
      <Field id={`${id}-text`} label="Link text" error={textError}>
        <Input
          {...fieldProps(`${id}-text`, { error: textError })}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </Field>
      <Field id={`${id}-url`} label="URL" error={urlError}>
        <Input
          {...fieldProps(`${id}-url`, { error: urlError })}
          value={url}
          placeholder="example.com"
          inputMode="url"
          onChange={(event) => setUrl(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </Field>
      <div className="flex justify-end gap-2 sm:col-span-2">
        <Button variant="ghost" size="sm" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="soft" size="sm" onClick={insert}>
          Insert
        </Button>
      </div>
    </div>
  );
}
