export const MUSIC_KEY = "backgroundMusicEnabled";
export const MUSIC_VOLUME = 0.3;
export const MUSIC_FILE = "/music/market-morning.mp3";

export type Sound = Pick<HTMLAudioElement, "play" | "pause" | "loop" | "volume">;
type Choice = Pick<Storage, "getItem" | "setItem">;

export type Music = {
  /** The visitor chose music at an earlier time. */
  chosen: () => boolean;
  /** Plays; answers whether it really does: a browser may block sound that no touch asked for. */
  start: () => Promise<boolean>;
  stop: () => void;
  /** Writes the visitor's choice down. */
  remember: (on: boolean) => void;
};

/** The looping background music. `make` opens the file and is not called before the first `start`. */
export function createMusic(make: () => Sound, choice: Choice | null): Music {
  let sound: Sound | null = null;

  return {
    chosen: () => quietly(() => choice?.getItem(MUSIC_KEY) === "true") ?? false,
    async start() {
      sound ??= make();
      sound.loop = true;
      sound.volume = MUSIC_VOLUME;
      try {
        await sound.play();
        return true;
      } catch {
        return false;
      }
    },
    stop: () => sound?.pause(),
    remember: (on) => void quietly(() => choice?.setItem(MUSIC_KEY, String(on))),
  };
}

/** Storage may be blocked; the music then plays without being remembered. */
function quietly<T>(fn: () => T): T | null {
  try {
    return fn();
  } catch {
    return null;
  }
}
