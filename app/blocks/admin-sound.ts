const SOUND_KEY = "oja.order-sound";

/** Whether this browser is to ring for new orders; not where storage is blocked. */
export function readSoundChoice(): boolean {
  try {
    return localStorage.getItem(SOUND_KEY) === "on";
  } catch {
    return false;
  }
}

/** Remembers the choice, where storage allows. */
export function rememberSound(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(SOUND_KEY, "on");
    else localStorage.removeItem(SOUND_KEY);
  } catch {
    // It rings for as long as this page is open.
  }
}

/** Two notes in Hz, and how long each sounds in s. */
const CHIME_HZ = [659.25, 880] as const;
const NOTE_S = 0.22;
const PATIENCE_MS = 500;

let audio: AudioContext | null = null;

/** Rings once. A browser that nobody touched since the page came may refuse; the toast says the same. */
export async function playChime(): Promise<void> {
  try {
    audio ??= new AudioContext();
    // Resuming waits for a touch, and a ring that comes with it would be about nothing.
    await Promise.race([audio.resume(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
    if (audio.state !== "running") return;
    const start = audio.currentTime;
    for (const [at, frequency] of CHIME_HZ.entries()) ring(audio, frequency, start + at * NOTE_S);
  } catch {
    audio = null;
  }
}

function ring(context: AudioContext, frequency: number, at: number): void {
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(0.3, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + NOTE_S * 1.8);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + NOTE_S * 2);
}
