import { UPLOAD_FAILED, UploadError } from "#app/lib/picture-uploads.ts";
import { Slots } from "#app/lib/slots.ts";

/** The state of an upload: in progress (0 to 1), stored, or failed. */
export type UploadChange =
  | { progress: number; error: null }
  | { progress: null; error: null; address: string }
  | { progress: null; error: string; mayRetry: boolean };

type Send = (file: Blob, onProgress: (share: number) => void, signal: AbortSignal) => Promise<{ address: string }>;

/** Uploads files two at a time and reports each by its id: a failure does not affect the others and can be retried. */
export class UploadQueue {
  #files = new Map<number, { file: Blob; abort: AbortController }>();
  #slots = new Slots(2);
  #send: Send;
  #onChange: (id: number, change: UploadChange) => void;

  constructor(send: Send, onChange: (id: number, change: UploadChange) => void) {
    this.#send = send;
    this.#onChange = onChange;
  }

  /** Uploads `file` as soon as a slot is free. */
  add(id: number, file: Blob): void {
    this.#files.set(id, { file, abort: new AbortController() });
    this.#onChange(id, { progress: 0, error: null });
    void this.#slots.run(() => this.#run(id));
  }

  /** Retries a failed upload; ignores others. */
  retry(id: number): void {
    const failed = this.#files.get(id);
    if (failed) this.add(id, failed.file);
  }

  /** Cancels an upload, or removes a failed one. */
  remove(id: number): void {
    this.#files.get(id)?.abort.abort();
    this.#files.delete(id);
  }

  /** Cancels all uploads in progress. */
  close(): void {
    for (const id of this.#files.keys()) this.remove(id);
  }

  async #run(id: number): Promise<void> {
    const work = this.#files.get(id);
    if (!work) return;
    const { file, abort } = work;
    const report = (change: UploadChange) => {
      if (!abort.signal.aborted) this.#onChange(id, change);
    };
    try {
      const { address } = await this.#send(file, (progress) => report({ progress, error: null }), abort.signal);
      if (this.#files.get(id) === work) this.#files.delete(id);
      report({ progress: null, error: null, address });
    } catch (error) {
      const known = error instanceof UploadError ? error : new UploadError(`${UPLOAD_FAILED}. Please try again.`, true);
      report({ progress: null, error: known.message, mayRetry: known.mayRetry });
    }
  }
}
