/** Maximum side and size of a picture before upload. */
const LONGEST_SIDE = 1600;
const MOST_BYTES = 400_000;
const QUALITIES = [0.82, 0.72, 0.6, 0.5];

/**
 * Shrinks a picture for upload: at most 1600 px and about 400 KB, upright, without metadata, as WebP or (if the browser
 * cannot encode it) JPEG. A picture that is small already, or that the browser cannot decode, is returned unchanged:
 * the server decides.
 */
export async function shrinkPicture(file: Blob): Promise<Blob> {
  let bitmap: ImageBitmap | null = null;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
    if (scale === 1 && file.size <= MOST_BYTES) return file;
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    const context = canvas.getContext("2d");
    if (!context) return file;
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    let smallest = file;
    for (const quality of QUALITIES) {
      const drawn = await encoded(canvas, "image/webp", quality);
      // Safari encodes PNG instead, which is larger than the photo; JPEG has no transparency, so the background becomes
      // white.
      const blob = drawn?.type === "image/webp" ? drawn : await encoded(onWhite(canvas), "image/jpeg", quality);
      if (blob && blob.size < smallest.size) smallest = blob;
      if (smallest.size <= MOST_BYTES) break;
    }
    return smallest;
  } catch {
    return file;
  } finally {
    bitmap?.close();
  }
}

function encoded(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality));
}

function onWhite(canvas: HTMLCanvasElement): HTMLCanvasElement {
  const context = canvas.getContext("2d");
  if (!context) return canvas;
  context.globalCompositeOperation = "destination-over";
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas;
}
