import { EditorContent, useEditor, useEditorState, type Editor } from "@tiptap/react";
import { StarterKit } from "@tiptap/starter-kit";
import {
  Bold,
  Heading2,
  Heading3,
  Italic,
  Link2,
  List,
  ListOrdered,
  Quote,
  Redo2,
  Underline,
  Undo2,
  type LucideIcon,
} from "lucide-react";
import { useState } from "react";
import { cx } from "#app/ui/class-names.ts";
import { PROSE } from "../post-content.tsx";
import { LinkPanel } from "./link-panel.tsx";

export type PostEditorProps = {
  /** Initial HTML; the editor keeps later values. */
  html: string;
  labelledBy: string;
  /** Called once the editor is rendered. */
  onReady: () => void;
  onChange: (html: string) => void;
};

/**
 * Rich-text editor of posts, a chunk of its own. Has the shortcuts Ctrl/Cmd+B, I and U; pasted content is inserted as
 * plain text.
 */
export default function PostEditor({ html, labelledBy, onReady, onChange }: PostEditorProps) {
  const [isLinking, setLinking] = useState(false);
  const editor = useEditor({
    immediatelyRender: false,
    content: html,
    extensions: [
      StarterKit.configure({
        heading: { levels: [2, 3] },
        link: { openOnClick: false, HTMLAttributes: { target: "_blank", rel: "noopener noreferrer" } },
      }),
    ],
    editorProps: {
      attributes: {
        class: cx(PROSE, "min-h-64 max-w-none! px-4 py-3 outline-none"),
        role: "textbox",
        "aria-multiline": "true",
        "aria-labelledby": labelledBy,
      },
      handlePaste: (view, event) => {
        const text = event.clipboardData?.getData("text/plain");
        if (!text) return false;
        const { schema, tr } = view.state;
        const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
        const [only = ""] = lines;
        if (lines.length <= 1) view.dispatch(tr.insertText(only));
        else
          for (const line of lines) {
            const paragraph = schema.nodes["paragraph"]?.create(null, schema.text(line));
            if (paragraph) view.dispatch(view.state.tr.replaceSelectionWith(paragraph));
          }
        return true;
      },
    },
    onCreate: onReady,
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? "" : changed.getHTML()),
  });
  if (!editor) return null;
  return (
    <div className="rounded-xl border border-edge bg-white focus-within:border-forest">
      <Toolbar editor={editor} onLink={() => setLinking(true)} />
      {isLinking ? <LinkPanel editor={editor} onClose={() => setLinking(false)} /> : null}
      <EditorContent editor={editor} />
    </div>
  );
}

type Tool = { label: string; icon: LucideIcon; isOn?: (editor: Editor) => boolean; run: (editor: Editor) => void };

const TOOLS: readonly Tool[] = [
  { label: "Bold", icon: Bold, isOn: (e) => e.isActive("bold"), run: (e) => e.chain().focus().toggleBold().run() },
  {
    label: "Italic",
    icon: Italic,
    isOn: (e) => e.isActive("italic"),
    run: (e) => e.chain().focus().toggleItalic().run(),
  },
  {
    label: "Underline",
    icon: Underline,
    isOn: (e) => e.isActive("underline"),
    run: (e) => e.chain().focus().toggleUnderline().run(),
  },
  {
    label: "Heading",
    icon: Heading2,
    isOn: (e) => e.isActive("heading", { level: 2 }),
    run: (e) => e.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    label: "Smaller heading",
    icon: Heading3,
    isOn: (e) => e.isActive("heading", { level: 3 }),
    run: (e) => e.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  {
    label: "List",
    icon: List,
    isOn: (e) => e.isActive("bulletList"),
    run: (e) => e.chain().focus().toggleBulletList().run(),
  },
  {
    label: "Numbered list",
    icon: ListOrdered,
    isOn: (e) => e.isActive("orderedList"),
    run: (e) => e.chain().focus().toggleOrderedList().run(),
  },
  {
    label: "Quote",
    icon: Quote,
    isOn: (e) => e.isActive("blockquote"),
    run: (e) => e.chain().focus().toggleBlockquote().run(),
  },
  { label: "Undo", icon: Undo2, run: (e) => e.chain().focus().undo().run() },
  { label: "Redo", icon: Redo2, run: (e) => e.chain().focus().redo().run() },
];

const TOOL =
  "grid size-11 place-items-center rounded-lg hover:bg-sand-deep aria-pressed:bg-leaf aria-pressed:text-forest";

function Toolbar({ editor, onLink }: { editor: Editor; onLink: () => void }) {
  const on = useEditorState({ editor, selector: (state) => TOOLS.map(({ isOn }) => isOn?.(state.editor) ?? null) });
  return (
    <div role="toolbar" aria-label="Formatting" className="flex flex-wrap gap-0.5 border-b border-line p-1">
      {TOOLS.map(({ label, icon: Icon, run }, i) => (
        <button
          key={label}
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={on[i] ?? undefined}
          onClick={() => run(editor)}
          className={TOOL}
        >
          <Icon aria-hidden className="size-4.5" />
        </button>
      ))}
      <button type="button" aria-label="Insert link" title="Insert link" onClick={onLink} className={TOOL}>
        <Link2 aria-hidden className="size-4.5" />
      </button>
    </div>
  );
}
