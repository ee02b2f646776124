import { Volume2, VolumeX } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { tryStorage } from "#app/lib/try-storage.ts";
import { cx } from "#app/ui/class-names.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { createMusic, MUSIC_FILE, type Music } from "./music.ts";

/** A floating button that toggles the background music. The music stops when its page is left. */
export function MusicButton() {
  const hydrated = useHydrated();
  const music = useRef<Music>(null);
  const [playing, setPlaying] = useState(false);

  useEffect(() => {
    const player = createMusic(() => new Audio(MUSIC_FILE), tryStorage(() => localStorage) ?? null);
    music.current = player;
    let here = true;
    if (player.chosen()) void player.start().then((on) => (here ? setPlaying(on) : player.stop()));
    return () => {
      here = false;
      player.stop();
    };
  }, []);

  async function toggle() {
    const player = music.current;
    if (!player) return;
    player.remember(!playing);
    if (playing) player.stop();
    setPlaying(playing ? false : await player.start());
  }

  if (!hydrated) return null;
  const Icon = playing ? Volume2 : VolumeX;
  return (
    <button
      type="button"
      aria-pressed={playing}
      aria-label="Background music"
      title={playing ? "Turn the music off" : "Turn the music on"}
      onClick={() => void toggle()}
      className={cx(
        "fixed right-4 bottom-4 z-20 grid size-12 place-items-center rounded-full border shadow-lift transition-colors",
        playing ? "border-forest bg-forest text-white" : "border-line bg-white text-ink hover:bg-leaf",
      )}
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}
