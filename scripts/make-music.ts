// Synthesizes the shop's background music into a WAV file: `node scripts/make-music.ts out.wav`. The committed MP3 is
// `ffmpeg -i out.wav -ac 2 -b:a 56k public/music/market-morning.mp3`.
import { writeFile } from "node:fs/promises";

const RATE = 44_100;
const BPM = 88;
const BEAT = 60 / BPM;
const BARS = 12;
const BEATS_PER_BAR = 4;
const LENGTH = Math.round(BARS * BEATS_PER_BAR * BEAT * RATE);

/** D major pentatonic, as semitones above D4. */
const SCALE = [-12, -10, -8, -5, -3, 0, 2, 4, 7, 9, 12, 14];
const D4 = 293.66;

/** "beat-in-the-bar degree-of-SCALE loudness" of each note in four bars, which are repeated three times with variations. */
const TUNE = [
  "0 5 1, 0.75 7 0.7, 1.5 8 0.9, 2.5 7 0.6, 3 6 0.8",
  "0 8 1, 0.75 9 0.7, 1.5 8 0.8, 2.5 6 0.6, 3.25 7 0.7",
  "0 9 1, 0.75 8 0.7, 1.5 7 0.9, 2.25 6 0.6, 3 5 0.8, 3.5 6 0.5",
  "0 7 0.9, 1 6 0.7, 1.75 5 0.9, 3 3 0.6",
].map(notes);
const ANSWER = [
  "0 10 0.8, 1.5 9 0.6, 2.5 8 0.7",
  "0.5 9 0.7, 1.5 8 0.7, 2.5 7 0.6, 3.5 6 0.5",
  "0 8 0.8, 1.5 7 0.6, 2.5 9 0.7",
  "0.5 7 0.7, 1.5 6 0.6, 2 5 0.8",
].map(notes);
/** Low notes under each bar: degree on beat 1 and on the "and" of 3. */
const BASS: [number, number][] = [
  [0, 3],
  [3, 1],
  [1, 3],
  [3, 0],
];

const left = new Float64Array(LENGTH);
const right = new Float64Array(LENGTH);
let seed = 20_260;

for (let bar = 0; bar < BARS; bar++) {
  const phrase = bar % 4;
  const round = Math.floor(bar / 4);
  const start = bar * BEATS_PER_BAR;
  const tune = round === 1 ? ANSWER[phrase] : TUNE[phrase];
  for (const [beat, degree, loud] of tune ?? []) kalimba(start + beat, pitch(degree), 0.2 * loud, 0.35);
  if (round === 2)
    for (const [beat, degree] of ANSWER[phrase] ?? []) kalimba(start + beat, pitch(degree - 5), 0.07, -0.6);
  const [first, second] = BASS[phrase] ?? [0, 0];
  marimba(start, pitch(first) / 2, 0.3, -0.15);
  marimba(start + 2.5, pitch(second) / 2, 0.2, -0.1);
  for (const beat of [0.5, 1.5, 2.5, 3.5]) marimba(start + beat, pitch(beat % 2 < 1 ? 3 : 5), 0.055, -0.45);
  for (let eighth = 0; eighth < 8; eighth++) shaker(start + eighth / 2, eighth % 2 === 1 ? 0.03 : 0.014);
  drum(start, 0.16);
  drum(start + 2.5, 0.1);
}

room();
await writeFile(process.argv[2] ?? "market-morning.wav", wav());

function notes(bar: string): [beat: number, degree: number, loud: number][] {
  return bar.split(", ").map((note) => {
    const [beat = 0, degree = 0, loud = 0] = note.split(" ").map(Number);
    return [beat, degree, loud];
  });
}

function pitch(degree: number): number {
  return D4 * 2 ** ((SCALE[Math.max(0, degree)] ?? 0) / 12);
}

/** Adds a voice at a beat. Past the end it wraps to the start, so that the loop is seamless. */
function voice(beat: number, seconds: number, pan: number, sample: (t: number) => number): void {
  const from = Math.round((beat * BEAT + (noise() + 1) * 0.004) * RATE);
  const gainLeft = Math.cos(((pan + 1) * Math.PI) / 4);
  const gainRight = Math.sin(((pan + 1) * Math.PI) / 4);
  for (let i = 0; i < seconds * RATE; i++) {
    const at = (from + i) % LENGTH;
    const value = sample(i / RATE);
    left[at] = (left[at] ?? 0) + value * gainLeft;
    right[at] = (right[at] ?? 0) + value * gainRight;
  }
}

/** A kalimba-like tone: a pure tone, a faint inharmonic ring, a soft attack. */
function kalimba(beat: number, hz: number, loud: number, pan: number): void {
  const w = 2 * Math.PI * hz;
  voice(beat, 2.6, pan, (t) => {
    const attack = Math.min(1, t / 0.004);
    const body = Math.sin(w * t) * Math.exp(-t * 2.6) + 0.18 * Math.sin(2 * w * t) * Math.exp(-t * 5);
    const ring = 0.09 * Math.sin(5.42 * w * t) * Math.exp(-t * 16);
    return loud * attack * (body + ring) * fadeOut(t, 2.6);
  });
}

/** A marimba-like tone: the fundamental and its fourth partial, with a fast decay. */
function marimba(beat: number, hz: number, loud: number, pan: number): void {
  const w = 2 * Math.PI * hz;
  voice(beat, 1.6, pan, (t) => {
    const attack = Math.min(1, t / 0.006);
    const body = Math.sin(w * t) * Math.exp(-t * 4) + 0.14 * Math.sin(4 * w * t) * Math.exp(-t * 14);
    return loud * attack * body * fadeOut(t, 1.6);
  });
}

function shaker(beat: number, loud: number): void {
  let last = 0;
  voice(beat, 0.09, 0.5, (t) => {
    const now = noise();
    const bright = now - last;
    last = now;
    return loud * bright * Math.min(1, t / 0.012) * Math.exp(-t * 45);
  });
}

function drum(beat: number, loud: number): void {
  voice(
    beat,
    0.35,
    -0.05,
    (t) => loud * Math.sin(2 * Math.PI * (92 * t - 1.2 * Math.exp(-t * 28))) * Math.exp(-t * 13),
  );
}

function fadeOut(t: number, end: number): number {
  return Math.min(1, (end - t) / 0.05);
}

/** A few soft echoes across the stereo sides, wrapping like the notes. */
function room(): void {
  const dry: [Float64Array, Float64Array] = [left.slice(), right.slice()];
  for (const [seconds, gain] of [
    [0.031, 0.2],
    [0.071, 0.16],
    [0.127, 0.12],
    [BEAT * 0.75, 0.1],
  ] as const) {
    const delay = Math.round(seconds * RATE);
    for (let i = 0; i < LENGTH; i++) {
      const from = (i - delay + LENGTH) % LENGTH;
      left[i] = (left[i] ?? 0) + gain * (dry[1][from] ?? 0);
      right[i] = (right[i] ?? 0) + gain * (dry[0][from] ?? 0);
    }
  }
}

/** Deterministic noise in -1..1, so that the file is reproducible. */
function noise(): number {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296;
  return (seed / 4_294_967_296) * 2 - 1;
}

function wav(): Buffer {
  let peak = 0;
  for (let i = 0; i < LENGTH; i++) peak = Math.max(peak, Math.abs(left[i] ?? 0), Math.abs(right[i] ?? 0));
  const bytes = LENGTH * 4;
  const out = Buffer.alloc(44 + bytes);
  out.write("RIFF", 0);
  out.writeUInt32LE(36 + bytes, 4);
  out.write("WAVEfmt ", 8);
  out.writeUInt32LE(16, 16);
  out.writeUInt16LE(1, 20);
  out.writeUInt16LE(2, 22);
  out.writeUInt32LE(RATE, 24);
  out.writeUInt32LE(RATE * 4, 28);
  out.writeUInt16LE(4, 32);
  out.writeUInt16LE(16, 34);
  out.write("data", 36);
  out.writeUInt32LE(bytes, 40);
  for (let i = 0; i < LENGTH; i++) {
    out.writeInt16LE(Math.round(((left[i] ?? 0) / peak) * 30_000), 44 + i * 4);
    out.writeInt16LE(Math.round(((right[i] ?? 0) / peak) * 30_000), 46 + i * 4);
  }
  return out;
}
