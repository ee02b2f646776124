import { ChevronLeft, ChevronRight, Pause, Play } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { cx } from "#app/ui/class-names.ts";
import { useMedia } from "#app/ui/use-media.ts";
import { TESTIMONIALS } from "../content/testimonial-quotes.ts";
import { CAROUSEL_MS, CAROUSEL_START, moveCarousel, type CarouselMove } from "./carousel-state.ts";

const COUNT = TESTIMONIALS.length;

/** A carousel of testimonials. It pauses on hover, on keyboard focus and with reduced motion. */
export function Testimonials() {
  const [state, setState] = useState(CAROUSEL_START);
  const [held, setHeld] = useState(false);
  const [stopped, setStopped] = useState(false);
  const still = useMedia("(prefers-reduced-motion: reduce)");
  const running = !stopped && !still;
  const move = (to: CarouselMove) => setState((now) => moveCarousel(now, to, COUNT, performance.now()));

  useEffect(() => {
    if (!running || held) return;
    const timer = setTimeout(() => {
      setState((now) => moveCarousel(now, "next", COUNT, performance.now()));
    }, CAROUSEL_MS);
    return () => clearTimeout(timer);
  }, [running, held, state]);

  return (
    <section
      aria-labelledby="home-voices"
      aria-roledescription="carousel"
      className="page-width py-8 sm:py-10"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={(event) => setHeld(event.currentTarget.contains(event.relatedTarget))}
    >
      <div className="card grid gap-6 p-6 sm:p-8 lg:grid-cols-[21rem_1fr] lg:gap-12 lg:p-10">
        <h2
          id="home-voices"
          className="font-display text-[1.625rem] leading-tight font-bold tracking-tight sm:text-3xl"
        >
          What buyers say
        </h2>
        <div aria-live={running && !held ? "off" : "polite"} className="overflow-hidden lg:row-span-2">
          <div
            className="flex transition-transform duration-500 ease-out"
            style={{ transform: `translateX(-${state.index * 100}%)` }}
          >
            {TESTIMONIALS.map((voice, index) => (
              <div
                key={voice.name}
                role="group"
                aria-roledescription="slide"
                aria-label={`${index + 1} of ${COUNT}`}
                inert={index !== state.index}
                className="w-full shrink-0 pr-1"
              >
                <figure>
                  <blockquote className="font-display text-xl leading-8 font-medium sm:text-2xl sm:leading-9">
                    “{voice.quote}”
                  </blockquote>
                  <figcaption className="mt-4">
                    <span className="font-semibold">{voice.name}</span>
                    <span className="block text-sm text-muted">{voice.role}</span>
                  </figcaption>
                </figure>
              </div>
            ))}
          </div>
        </div>
        <div className="-mx-1 flex flex-wrap items-center gap-1 self-end">
          <Button
            variant="soft"
            size="icon"
            className="max-sm:hidden"
            aria-label="Previous"
            onClick={() => move("previous")}
          >
            <ChevronLeft aria-hidden className="size-5" />
          </Button>
          <Button variant="soft" size="icon" className="max-sm:hidden" aria-label="Next" onClick={() => move("next")}>
            <ChevronRight aria-hidden className="size-5" />
          </Button>
          <ul className="mx-1 flex flex-wrap">
            {TESTIMONIALS.map((voice, index) => (
              <li key={voice.name}>
                <Dot index={index} active={index === state.index} onSelect={() => move(index)} />
              </li>
            ))}
          </ul>
          {still ? null : (
            <Button
              variant="ghost"
              size="icon"
              className="ml-auto"
              aria-label={stopped ? "Play the carousel" : "Pause the carousel"}
              onClick={() => setStopped(!stopped)}
            >
              {stopped ? <Play aria-hidden className="size-4.5" /> : <Pause aria-hidden className="size-4.5" />}
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}

function Dot({ index, active, onSelect }: { index: number; active: boolean; onSelect: () => void }) {
  return (
    <button
      type="button"
      aria-label={`Voice ${index + 1} of ${COUNT}`}
      aria-current={active ? "true" : undefined}
      onClick={onSelect}
      className="grid size-11 place-items-center rounded-lg"
    >
      <span className={cx("h-2 rounded-full transition-all", active ? "w-5 bg-forest" : "w-2 bg-edge")} />
    </button>
  );
}
