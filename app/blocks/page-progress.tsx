import { useEffect } from "react";
import { useNavigation } from "react-router";

/**
 * The thin line while a page or an answer is on its way, and the moment when the app is live: then it carries out what
 * was tapped before. Links that load a document show the same line by the page's first script.
 */
export function PageProgress() {
  const isBusy = useNavigation().state !== "idle";
  useEffect(() => window.earlyTaps?.carryOut(), []);
  return (
    <>
      <div className="page-progress" data-active={isBusy || undefined} aria-hidden />
      <p role="status" className="sr-only">
        {isBusy ? "Loading the page" : ""}
      </p>
    </>
  );
}
