import { expect, test, vi } from "vitest";
import { createMusic, MUSIC_KEY } from "./music.ts";

function storage(stored: string | null = null) {
  return { getItem: vi.fn(() => stored), setItem: vi.fn() };
}

function sound(play: () => Promise<void> = () => Promise.resolve()) {
  return { play: vi.fn(play), pause: vi.fn(), loop: false, volume: 1 };
}

test("the file is opened at the first start, once, and loops quietly", async () => {
  const audio = sound();
  const make = vi.fn(() => audio);
  const music = createMusic(make, storage());
  expect(make).not.toHaveBeenCalled();
  music.stop();
  expect(make).not.toHaveBeenCalled();
  expect(await music.start()).toBe(true);
  expect(await music.start()).toBe(true);
  expect(make).toHaveBeenCalledTimes(1);
  expect([audio.loop, audio.volume]).toEqual([true, 0.3]);
  music.stop();
  expect(audio.pause).toHaveBeenCalledTimes(1);
});

test("blocked playback answers false", async () => {
  const music = createMusic(() => sound(() => Promise.reject(new DOMException("no", "NotAllowedError"))), storage());
  expect(await music.start()).toBe(false);
});

test.each([
  [null, false],
  ["true", true],
  ["false", false],
  ["yes", false],
])("stored as %j, music was chosen: %s", (stored, chosen) => {
  expect(createMusic(sound, storage(stored)).chosen()).toBe(chosen);
});

test("the choice is stored", () => {
  const choice = storage();
  const music = createMusic(sound, choice);
  music.remember(true);
  music.remember(false);
  expect(choice.setItem.mock.calls).toEqual([
    [MUSIC_KEY, "true"],
    [MUSIC_KEY, "false"],
  ]);
});

test("blocked storage causes no error", () => {
  const blocked = () => {
    throw new DOMException("no", "SecurityError");
  };
  const music = createMusic(sound, { getItem: blocked, setItem: blocked });
  expect(music.chosen()).toBe(false);
  expect(() => music.remember(true)).not.toThrow();
});
