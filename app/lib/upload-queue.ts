import { UPLOAD_FAILED, UploadError } from "./picture-uploads.ts";

/** What became of one upload: on its way (0 to 1), stored, or failed. */
export type UploadChange =
  | { progress: number; error: null }
  | { progress: null; error: null; address: string }
  | { progress: null; error: string; mayRetry: boolean };

type Send = (file: Blob, onProgress: (share: number) => void, signal: AbortSignal) => Promise<{ address: string }>;

const AT_ONCE = 2;

/** Sends files two at a time and reports each by its id: one that fails leaves the others alone and can be sent again. */
export class UploadQueue {
  #files = new Map<number, { file: Blob; abort: AbortController }>();
  #waiting: number[] = [];
  #running = 0;
  #send: Send;
  #onChange: (id: number, change: UploadChange) => void;

  constructor(send: Send, onChange: (id: number, change: UploadChange) => void) {
    this.#send = send;
    this.#onChange = onChange;
  }

  /** Sends `file` as soon as there is room. */
  add(id: number, file: Blob): void {
    this.#files.set(id, { file, abort: new AbortController() });
    this.#waiting.push(id);
    this.#onChange(id, { progress: 0, error: null });
    this.#fill();
  }

  /** Sends one that failed again; any other is left as it is. */
  retry(id: number): void {
    const failed = this.#files.get(id);
    if (failed) this.add(id, failed.file);
  }

  /** Ends one, or forgets it after a failure. */
  remove(id: number): void {
    this.#files.get(id)?.abort.abort();
    this.#files.delete(id);
  }

  /** Ends all that are on their way. */
  close(): void {
    for (const id of this.#files.keys()) this.remove(id);
  }

  #fill(): void {
    while (this.#running < AT_ONCE) {
      const id = this.#waiting.shift();
      if (id === undefined) return;
      this.#running += 1;
      void this.#run(id).finally(() => {
        this.#running -= 1;
        this.#fill();
      });
    }
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
