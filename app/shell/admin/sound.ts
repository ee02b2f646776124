import { tryStorage } from "#app/lib/try-storage.ts";

const SOUND_KEY = "oja.order-sound";

/** Whether this browser plays a sound for new orders; false if storage is blocked. */
export function readSoundChoice(): boolean {
  return tryStorage(() => localStorage.getItem(SOUND_KEY) === "on") ?? false;
}

/** Stores the choice if storage is available. */
export function rememberSound(isOn: boolean): void {
  tryStorage(() => {
    if (isOn) localStorage.setItem(SOUND_KEY, "on");
    else localStorage.removeItem(SOUND_KEY);
  });
}

/** Two notes in Hz, and the duration of each in s. */
const CHIME_HZ = [659.25, 880] as const;
const NOTE_S = 0.22;
const PATIENCE_MS = 500;

let audio: AudioContext | null = null;

/** Plays the sound once. A browser without user activation may refuse; the toast shows the same information. */
export async function playChime(): Promise<void> {
  try {
    audio ??= new AudioContext();
    // Resuming waits for user activation, and a sound played then would be outdated.
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
