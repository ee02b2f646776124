import { useEffect, useRef, useState } from "react";
import { uploadPicture, createUploads, type Uploads } from "#app/lib/picture-uploads.ts";
import { shrinkPicture } from "./shrink-picture.ts";
import { toast } from "./toast.ts";

/** A picture of a form: stored (`address`), uploading (`progress`, 0 to 1), or failed (`error`). */
export type UploadItem = {
  id: number;
  address: string | null;
  alt: string;
  /** The preview until it is stored. */
  preview: string | null;
  progress: number | null;
  error: string | null;
  mayRetry: boolean;
};

export type StoredItem = { address: string; alt: string };

const STORED = { address: null, alt: "", preview: null, progress: null, error: null, mayRetry: false };

/** The pictures of a form, at most `most`. They are shrunk and uploaded as soon as they are chosen. */
export function useUploads(preset: string, stored: readonly StoredItem[], most: number) {
  const [items, setItems] = useState<UploadItem[]>(() => stored.map((item, id) => ({ ...STORED, ...item, id })));
  const queue = useRef<Uploads>(null);
  const lastId = useRef(stored.length);

  const change = (id: number, part: Partial<UploadItem>) =>
    setItems((all) => all.map((item) => (item.id === id ? { ...item, ...part } : item)));

  useEffect(() => {
    const created = createUploads(
      async (file, onProgress, signal) =>
        await uploadPicture(await shrinkPicture(file), { preset, onProgress, signal }),
      (id, part) => {
        if (part.error) toast.error("Upload Failed", "Failed to upload image. Please try again.");
        change(id, part);
      },
    );
    queue.current = created;
    // The form is unmounted: running uploads are cancelled.
    return () => created.close();
  }, [preset]);

  function add(files: Iterable<File>) {
    const chosen = [...files];
    const room = most - items.length;
    if (chosen.length > room) toast.info(`At most ${most} pictures`, `${chosen.length - room} were left out.`);
    const fresh = chosen.slice(0, room).map((file) => {
      lastId.current += 1;
      return { file, item: { ...STORED, id: lastId.current, preview: URL.createObjectURL(file), progress: 0 } };
    });
    setItems((all) => [...all, ...fresh.map(({ item }) => item)]);
    for (const { file, item } of fresh) queue.current?.add(item.id, file);
  }

  function remove(id: number) {
    queue.current?.remove(id);
    const preview = items.find((item) => item.id === id)?.preview;
    if (preview) URL.revokeObjectURL(preview);
    setItems((all) => all.filter((item) => item.id !== id));
  }

  /** Moves a picture to position `to`, counted from 0. */
  function move(id: number, to: number) {
    setItems((all) => {
      const item = all.find((one) => one.id === id);
      return item ? all.filter((one) => one !== item).toSpliced(to, 0, item) : all;
    });
  }

  return {
    items,
    add,
    remove,
    move,
    retry: (id: number) => queue.current?.retry(id),
    setAlt: (id: number, alt: string) => change(id, { alt }),
    isBusy: items.some(({ progress }) => progress !== null),
    stored: items.flatMap(({ address, alt }): StoredItem[] => (address ? [{ address, alt }] : [])),
  };
}
