import { Suspense, useEffect, useId, useRef, useState } from "react";
import type { EditResult } from "#app/lib/merge.ts";
import { AreaField, ConflictChoice, TextField, useRecordField } from "#app/ui/admin/record-fields.tsx";
import { RecordForm } from "#app/ui/admin/record-form.tsx";
import type { Unsent } from "#app/ui/admin/send-record.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { CONTROL, FieldError } from "#app/ui/input.tsx";
import { lazyOr } from "#app/ui/lazy-or.ts";
import { PictureUpload } from "#app/ui/picture-upload.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { MAX_EXCERPT, MAX_TITLE, readingMinutes, textOfHtml } from "../../rules.ts";
import type { PostValues } from "../../rules/form.ts";
import { PostArticle } from "../post-article.tsx";
import type { PostEditorProps } from "./post-editor.tsx";

const PostEditor = lazyOr<PostEditorProps>(
  () => import("./post-editor.tsx"),
  () => null,
);

type PostFormProps = {
  record: { id: string; version: number; values: PostValues };
  answer: EditResult | Unsent | undefined;
  labels: { save: string; busy: string };
};

/** Form of a post. Submit is enabled once title and content are set. */
export function PostForm({ record, answer, labels }: PostFormProps) {
  const fields = useRef<HTMLDivElement>(null);
  const isLive = useHydrated();
  const { title, content, featured_image } = record.values;
  const [draft, setDraft] = useState({ title, content, featured_image });
  const [shownAt, setShownAt] = useState<Date | null>(null);
  const read = () => {
    const of = (name: string) =>
      fields.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name="${name}"]`)?.value ?? "";
    const next = { title: of("title"), content: of("content"), featured_image: of("featured_image") };
    setDraft((now) => (JSON.stringify(now) === JSON.stringify(next) ? now : next));
  };
  // Values restored from a draft or a conflict cause no event.
  useEffect(read);
  const isIncomplete = isLive && (draft.title.trim() === "" || isEmpty(draft.content));
  return (
    <>
      <RecordForm
        record={record}
        answer={answer}
        labels={labels}
        isIncomplete={isIncomplete}
        actions={
          <Button variant="outline" onClick={() => setShownAt(new Date())} disabled={isEmpty(draft.content)}>
            Preview
          </Button>
        }
      >
        <div ref={fields} onInput={read} className="grid gap-4">
          <TextField name="title" label="Title" required maxLength={MAX_TITLE} autoComplete="off" />
          <AreaField
            name="excerpt"
            label="Excerpt"
            maxLength={MAX_EXCERPT}
            rows={2}
            hint="Shown in lists and in search results."
          />
          <FeaturedImage />
          <ContentField />
          <PublishedToggle />
        </div>
      </RecordForm>
      <Dialog
        open={shownAt !== null}
        onClose={() => setShownAt(null)}
        title="Preview"
        className="overflow-y-auto sm:max-w-5xl!"
      >
        {shownAt ? (
          <PostArticle
            heading="h3"
            post={{
              ...draft,
              featured_image: draft.featured_image || null,
              published_at: shownAt,
              minutes: readingMinutes(draft.content),
            }}
          />
        ) : null}
      </Dialog>
    </>
  );
}

function isEmpty(html: string): boolean {
  return textOfHtml(html).replaceAll("&nbsp;", " ").trim() === "" && !/<img\s/i.test(html);
}

/** Notifies the form that a field was changed by script. */
function changed(field: Element | null | undefined): void {
  field?.dispatchEvent(new Event("input", { bubbles: true }));
}

function FeaturedImage() {
  const { value, error, onBusy } = useRecordField("featured_image");
  return (
    <div>
      <PictureUpload
        name="featured_image"
        label="Featured image"
        preset="blog"
        address={value || null}
        error={error}
        hint="Wide pictures look best: 1200 by 630 pixels."
        onBusy={onBusy}
      />
      <ConflictChoice name="featured_image" />
    </div>
  );
}

/** Rich-text editor over an HTML field, which is shown until the editor is loaded. */
function ContentField() {
  const id = useId();
  const { value, error } = useRecordField("content");
  const field = useRef<HTMLTextAreaElement>(null);
  const isLive = useHydrated();
  const [isReady, setReady] = useState(false);
  return (
    <div className="grid gap-1.5">
      <p id={id} className="text-sm font-semibold">
        Content
      </p>
      <textarea
        ref={field}
        name="content"
        defaultValue={value}
        rows={10}
        hidden={isReady}
        aria-labelledby={id}
        className={`${CONTROL} py-2.5`}
      />
      {isLive ? (
        <Suspense>
          <PostEditor
            html={value}
            labelledBy={id}
            onReady={() => setReady(true)}
            onChange={(html) => {
              if (!field.current) return;
              field.current.value = html;
              changed(field.current);
            }}
          />
        </Suspense>
      ) : null}
      <FieldError>{error}</FieldError>
      <ConflictChoice name="content" />
    </div>
  );
}

function PublishedToggle() {
  const { value } = useRecordField("published");
  const [isOn, setOn] = useState(value === "1");
  return (
    <div>
      <label className="inline-flex min-h-11 items-center gap-3 font-medium">
        <input
          type="checkbox"
          role="switch"
          aria-checked={isOn}
          name="published"
          value="1"
          defaultChecked={isOn}
          onChange={(event) => setOn(event.target.checked)}
          className="size-5 shrink-0 accent-forest"
        />
        {isOn ? "Published" : "Draft"}
      </label>
      <ConflictChoice name="published" />
    </div>
  );
}
