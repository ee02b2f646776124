import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "#app/ui/button.tsx";

const SECONDS = 10;

/** Redirects home after a countdown of 10 seconds, which the shopper can cancel. */
export function RedirectCountdown() {
  const navigate = useNavigate();
  const [left, setLeft] = useState(SECONDS);
  const [staying, setStaying] = useState(false);

  useEffect(() => {
    if (staying) return;
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1_000);
    return () => clearInterval(timer);
  }, [staying]);

  useEffect(() => {
    if (left === 0 && !staying) void navigate("/");
  }, [left, staying, navigate]);

  if (staying) return null;
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-3 text-sm text-muted">
      <span aria-hidden>You will be taken to the home page in {left} s.</span>
      <span className="sr-only">You will be taken to the home page in 10 seconds.</span>
      <Button variant="ghost" size="sm" onClick={() => setStaying(true)}>
        Stay here
      </Button>
    </p>
  );
}
