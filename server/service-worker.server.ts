import { Hono } from "hono";
import { serviceWorker, serviceWorkerOff } from "#app/shell/storefront/service-worker.ts";

/** The service worker's script for the build `version`; with `isOn` false one that deletes the data of earlier ones. */
export function serviceWorkerScript(version: string, isOn: boolean): Hono {
  const app = new Hono();
  const script = isOn
    ? `(${serviceWorker.toString()})(${JSON.stringify(version)})`
    : `(${serviceWorkerOff.toString()})()`;
  app.get("/sw.js", (c) =>
    c.body(script, 200, { "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache" }),
  );
  return app;
}
