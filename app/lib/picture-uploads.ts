import pLimit from "p-limit";

/** The upload address of admin forms. */
export const UPLOADS_PATH = "/api/uploads";
export const UPLOAD_FAILED = "Image upload failed";
/** Maximum size of a picture there, in bytes. */
export const UPLOAD_MB = 10;

/** `address` is stored in rows ("/files/..."); `secure_url` is the same with the shop's origin. */
export type UploadAnswer = { secure_url: string; public_id: string; address: string; width: number; height: number };

/** The reason of a failed upload, and whether a retry may succeed. */
export class UploadError extends Error {
  readonly mayRetry: boolean;
  constructor(message: string, mayRetry: boolean) {
    super(message);
    this.mayRetry = mayRetry;
  }
}

const TIMEOUT_MS = 120_000;

/**
 * Uploads a picture with `POST /api/uploads`; `preset` is its purpose, one of that route's. `onProgress` gets the sent share from 0 to 1. Rejects with an UploadError
 * whose message says what to do; aborting `signal` cancels it.
 */
export function uploadPicture(
  picture: Blob,
  options: { preset: string; onProgress?: (share: number) => void; signal?: AbortSignal },
): Promise<UploadAnswer> {
  const { preset, onProgress, signal } = options;
  const form = new FormData();
  form.set("upload_preset", preset);
  form.set("file", picture, "picture");
  // fetch does not report upload progress.
  const request = new XMLHttpRequest();
  return new Promise<UploadAnswer>((resolve, reject) => {
    const fail = (sentence: string) => reject(new UploadError(`${UPLOAD_FAILED}. ${sentence}`, true));
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0));
    request.addEventListener("error", () => fail("Please check your connection and try again."));
    request.addEventListener("timeout", () => fail("The connection is too slow right now. Please try again."));
    request.addEventListener("abort", () => fail("It was stopped."));
    request.addEventListener("load", () => {
      const answer = parsed(request.responseText);
      if (request.status === 200 && answer) return resolve(answer as unknown as UploadAnswer);
      const mayRetry = ![413, 415, 422].includes(request.status);
      const message =
        typeof answer?.["message"] === "string" ? answer["message"] : `${UPLOAD_FAILED}. Please try again.`;
      reject(new UploadError(message, mayRetry));
    });
    if (signal?.aborted) return fail("It was stopped.");
    signal?.addEventListener("abort", () => request.abort());
    request.open("POST", UPLOADS_PATH);
    request.timeout = TIMEOUT_MS;
    request.send(form);
  });
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** The state of an upload: in progress (0 to 1), stored, or failed. */
export type UploadChange =
  | { progress: number; error: null }
  | { progress: null; error: null; address: string }
  | { progress: null; error: string; mayRetry: boolean };

type Send = (file: Blob, onProgress: (share: number) => void, signal: AbortSignal) => Promise<{ address: string }>;

export type Uploads = ReturnType<typeof createUploads>;

/** Uploads files two at a time and reports each by its id: a failure does not affect the others and can be retried. */
export function createUploads(send: Send, onChange: (id: number, change: UploadChange) => void) {
  const files = new Map<number, { file: Blob; abort: AbortController }>();
  const twoAtATime = pLimit(2);

  async function upload(id: number): Promise<void> {
    const work = files.get(id);
    if (!work) return;
    const { file, abort } = work;
    const report = (change: UploadChange) => {
      if (!abort.signal.aborted) onChange(id, change);
    };
    try {
      const { address } = await send(file, (progress) => report({ progress, error: null }), abort.signal);
      if (files.get(id) === work) files.delete(id);
      report({ progress: null, error: null, address });
    } catch (error) {
      const known = error instanceof UploadError ? error : new UploadError(`${UPLOAD_FAILED}. Please try again.`, true);
      report({ progress: null, error: known.message, mayRetry: known.mayRetry });
    }
  }

  /** Uploads `file` as soon as fewer than two others are in progress. */
  function add(id: number, file: Blob): void {
    files.set(id, { file, abort: new AbortController() });
    onChange(id, { progress: 0, error: null });
    void twoAtATime(upload, id);
  }

  /** Cancels an upload, or removes a failed one. */
  function remove(id: number): void {
    files.get(id)?.abort.abort();
    files.delete(id);
  }

  return {
    add,
    remove,
    /** Retries a failed upload; ignores others. */
    retry(id: number): void {
      const failed = files.get(id);
      if (failed) add(id, failed.file);
    },
    /** Cancels all uploads in progress. */
    close(): void {
      for (const id of files.keys()) remove(id);
    },
  };
}
