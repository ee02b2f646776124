import { tryStorage } from "#app/lib/try-storage.ts";

export const MUSIC_KEY = "backgroundMusicEnabled";
export const MUSIC_VOLUME = 0.3;
export const MUSIC_FILE = "/music/market-morning.mp3";

export type Sound = Pick<HTMLAudioElement, "play" | "pause" | "loop" | "volume">;
type Choice = Pick<Storage, "getItem" | "setItem">;

export type Music = {
  /** The visitor has turned music on before. */
  chosen: () => boolean;
  /** Starts playback; returns whether it plays, since a browser may block sound without user activation. */
  start: () => Promise<boolean>;
  stop: () => void;
  /** Stores the visitor's choice. */
  remember: (on: boolean) => void;
};

/** The looping background music. `make` loads the file and is not called before the first `start`. */
export function createMusic(make: () => Sound, choice: Choice | null): Music {
  let sound: Sound | null = null;

  return {
    chosen: () => tryStorage(() => choice?.getItem(MUSIC_KEY) === "true") ?? false,
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
    remember: (on) => tryStorage(() => choice?.setItem(MUSIC_KEY, String(on))),
  };
}
