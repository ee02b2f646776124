import { renameSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Cover } from "../posts/post.ts";
import { categoryPictures } from "./category-pictures.ts";
import { coverSvg } from "./covers.ts";
import { picturePlan } from "./plan.ts";
import { type PackName, pictureSvg } from "./scenes.ts";

/** `smaller` are the widths of the stored variants besides the full picture. */
type Job = { name: string; quality: number; svg: () => string; smaller: readonly number[] };

const SMALLER = [320, 160] as const;
const SMALLER_COVERS = [640, 320] as const;
const EFFORT = 2;

/** Detailed packs need a lower quality to stay small. */
const DETAILED = new Set<PackName>(["sachets", "tray", "tyre", "crate"]);

/** Number of pictures in progress, to keep the threads busy while the database uses the main thread. */
const UNDER_WAY = availableParallelism() * 16;

/** Renders the `SHOP_PICTURES` to `<filesDir>/demo/`. Existing pictures are skipped. */
export async function renderCategoryPictures(filesDir: string): Promise<void> {
  await render(filesDir, categoryJobs());
}

/**
 * Renders all demo pictures to `<filesDir>/demo/` as "<name>.webp" (640 px), "<name>-320.webp" and "<name>-160.webp".
 * Existing pictures are skipped. Rejects with the signal's reason when aborted.
 */
export async function renderDemoPictures(
  filesDir: string,
  options: { signal?: AbortSignal; onDone?: (done: number, total: number) => void } = {},
): Promise<void> {
  const goods = picturePlan().map((picture) => ({
    name: picture.name,
    quality: DETAILED.has(picture.pack) ? 66 : 80,
    svg: () => pictureSvg(picture),
    smaller: SMALLER,
  }));
  await render(filesDir, [...categoryJobs(), ...goods], options);
}

/** Renders the covers of the demo's posts beside its other pictures: 1200, 640 and 320 px wide. */
export async function renderCovers(filesDir: string, covers: readonly { name: string; cover: Cover }[]): Promise<void> {
  const jobs = covers.map(({ name, cover }) => ({
    name,
    quality: 76,
    svg: () => coverSvg(cover),
    smaller: SMALLER_COVERS,
  }));
  await render(filesDir, jobs);
}

function categoryJobs(): Job[] {
  return categoryPictures().map((picture) => ({
    name: picture.name,
    quality: 74,
    svg: picture.svg,
    smaller: SMALLER,
  }));
}

async function render(
  filesDir: string,
  jobs: Job[],
  options: { signal?: AbortSignal; onDone?: (done: number, total: number) => void } = {},
): Promise<void> {
  const folder = join(filesDir, "demo");
  await mkdir(folder, { recursive: true });
  const present = new Set(await readdir(folder));
  const missing = jobs.filter((job) => !present.has(`${job.name}.webp`));
  let done = jobs.length - missing.length;
  const queue = missing.values();
  const worker = async () => {
    for (const job of queue) {
      options.signal?.throwIfAborted();
      await renderOne(folder, job);
      options.onDone?.(++done, jobs.length);
    }
  };
  // Waits for all, also after a failure: no write may continue after this returns.
  const ended = await Promise.allSettled(Array.from({ length: Math.min(UNDER_WAY, missing.length) }, worker));
  for (const one of ended) if (one.status === "rejected") throw one.reason;
}

/** The full picture is renamed last: if it exists, all sizes do. */
async function renderOne(folder: string, job: Job): Promise<void> {
  // Loaded at the first picture: it takes 25 MB.
  const { default: sharp } = await import("sharp");
  const { data, info } = await sharp(Buffer.from(job.svg())).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const drawn = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  const webp = { quality: job.quality, effort: EFFORT };
  const temporary = (suffix: string) => join(folder, `.${job.name}${suffix}.${process.pid}.tmp`);
  const suffixes = [...job.smaller.map((width) => `-${width}`), ""];
  try {
    await Promise.all([
      ...job.smaller.map((width) =>
        drawn()
          .resize(width)
          .webp(webp)
          .toFile(temporary(`-${width}`)),
      ),
      drawn().webp(webp).toFile(temporary("")),
    ]);
    // In parallel: beside a busy database every wait is long.
    for (const suffix of suffixes) renameSync(temporary(suffix), join(folder, `${job.name}${suffix}.webp`));
  } catch (error) {
    await Promise.all(suffixes.map((suffix) => rm(temporary(suffix), { force: true })));
    throw error;
  }
}
