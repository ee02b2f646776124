import { Writable } from "node:stream";
import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";

const TIMEOUT_MS = 6_000;

/**
 * The bytes of the whole page, once all of it is there; after six seconds without the parts that are still missing.
 * `onError` is called for each part that fails. Rejects if the root cannot be rendered, or the page not be written.
 */
export async function renderWhole(element: ReactNode, nonce: string, onError: () => void): Promise<Buffer> {
  let timer: NodeJS.Timeout | undefined;
  const rendered = new Promise<Buffer>((resolve, reject) => {
    const parts: Buffer[] = [];
    const whole = new Writable({
      write(part: Buffer, _, done) {
        parts.push(part);
        done();
      },
      final(done) {
        resolve(Buffer.concat(parts));
        done();
      },
    });
    whole.on("error", reject);
    const { pipe, abort } = renderToPipeableStream(element, {
      nonce,
      // A large lazy part would be rendered inside a script and be out of place without JavaScript.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(whole),
      onShellError: reject,
      onError,
    });
    timer = setTimeout(abort, TIMEOUT_MS);
  });
  return await rendered.finally(() => clearTimeout(timer));
}
