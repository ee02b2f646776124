import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "#app/ui/button.tsx";

const SECONDS = 10;

const SIGNS = ["pointerdown", "pointermove", "keydown", "wheel", "focusin"] as const;
/** A control of the page, in which somebody has put the focus. */
const CONTROL = "a, button, input, select, textarea, [tabindex='0']";

/**
 * Redirects home after 10 seconds without a sign of somebody: pointer, key, or the focus in a control. The shopper can
 * cancel it.
 */
export function RedirectCountdown() {
  const navigate = useNavigate();
  const [left, setLeft] = useState(SECONDS);
  const [staying, setStaying] = useState(false);

  useEffect(() => {
    if (staying) return;
    const leaving = new AbortController();
    const restart = (event: Event) => {
      // Browsers also send moves when the page moves below a pointer at rest.
      if (event instanceof PointerEvent && event.type === "pointermove" && !event.movementX && !event.movementY) return;
      setLeft(SECONDS);
    };
    for (const sign of SIGNS) addEventListener(sign, restart, { passive: true, signal: leaving.signal });
    const timer = setInterval(() => {
      if (!document.activeElement?.matches(CONTROL)) setLeft((seconds) => Math.max(0, seconds - 1));
    }, 1_000);
    return () => {
      leaving.abort();
      clearInterval(timer);
    };
  }, [staying]);

  useEffect(() => {
    if (left === 0 && !staying) void navigate("/");
  }, [left, staying, navigate]);

  if (staying) return null;
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-3 text-sm text-muted">
      <span aria-hidden>You will be taken to the home page in {left} s.</span>
      <span className="sr-only">Left alone, this page leads to the home page in 10 seconds.</span>
      <Button variant="ghost" size="sm" onClick={() => setStaying(true)}>
        Stay here
      </Button>
    </p>
  );
}
