import { expect, test } from "vitest";
import { createUploads, UploadError, type UploadChange } from "./picture-uploads.ts";

const file = new Blob(["x"]);

/** Uploads that end on demand, and the last reported state of each. */
function testUploads() {
  const sent: { signal: AbortSignal; end: (address: string) => void; fail: (error: Error) => void }[] = [];
  const last = new Map<number, UploadChange>();
  const uploads = createUploads(
    (_, onProgress, signal) =>
      new Promise((resolve, reject) => {
        onProgress(0.5);
        sent.push({ signal, end: (address) => resolve({ address }), fail: reject });
      }),
    (id, change) => last.set(id, change),
  );
  return { uploads, sent, last };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("pictures are sent two at a time, and a failed one of ten can be sent again", async () => {
  const { uploads, sent, last } = testUploads();
  for (let id = 0; id < 10; id += 1) uploads.add(id, file);
  await settled();
  for (let place = 0; place < 10; place += 1) {
    expect(sent).toHaveLength(Math.min(10, place + 2));
    if (place === 3) sent[place]?.fail(new UploadError("Image upload failed. Please try again.", true));
    else sent[place]?.end(`/files/${place}`);
    await settled();
  }
  expect([...last.values()].filter((change) => "address" in change)).toHaveLength(9);
  expect(last.get(3)).toEqual({ progress: null, error: "Image upload failed. Please try again.", mayRetry: true });
  uploads.retry(4);
  await settled();
  expect(sent).toHaveLength(10);
  uploads.retry(3);
  await settled();
  sent[10]?.end("/files/again");
  await settled();
  expect(last.get(3)).toEqual({ progress: null, error: null, address: "/files/again" });
});

test("one that is removed is ended and reports nothing more; a failure of another kind has a sentence", async () => {
  const { uploads, sent, last } = testUploads();
  uploads.add(1, file);
  uploads.add(2, file);
  await settled();
  uploads.remove(1);
  expect(sent[0]?.signal.aborted).toBe(true);
  sent[0]?.fail(new Error("aborted"));
  sent[1]?.fail(new TypeError("boom"));
  await settled();
  expect(last.get(1)).toEqual({ progress: 0.5, error: null });
  expect(last.get(2)).toEqual({ progress: null, error: "Image upload failed. Please try again.", mayRetry: true });
  uploads.add(3, file);
  await settled();
  uploads.close();
  expect(sent[2]?.signal.aborted).toBe(true);
});
