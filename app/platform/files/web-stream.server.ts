import { ReadableStream as NodeReadableStream } from "node:stream/web";

/**
 * The chunks of `source` as a web stream, which ends `source` when its reader leaves. Readable.toWeb would throw then,
 * outside of any promise, if chunks wait.
 */
export function webStream(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return NodeReadableStream.from(source) as ReadableStream<Uint8Array>;
}
