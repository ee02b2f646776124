import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from "react-router";
import { outageContext, shopContext, structuredDataContext } from "#app/platform/context.server.ts";
import { newNonce, scriptSourcesContext, takeOwnScripts } from "#app/platform/own-scripts.server.ts";
import { renderWhole } from "#app/shell/screens/render-whole.server.ts";
import { StructuredDataContext } from "#app/shell/seo/structured-data.tsx";
import { NonceContext } from "#app/ui/nonce.ts";
import { isDatabaseAway } from "#db/cause.ts";

const MODULE_PRELOAD = /<link rel="modulepreload" [^>]*>/g;
const PICTURE_PRELOAD = /<link rel="preload" as="image" [^>]*>/g;
/** React's chunk, the largest one that hydration waits for. */
const LARGEST = /\/assets\/react-/;
const STYLESHEET = /<link rel="stylesheet" href="([^"]+)"/g;
/** The router's hydration data starts here: a quarter of the page's size. */
const HANDOVER = "<script>window.__reactRouterContext";

/**
 * Renders the whole page before answering: correct status codes, a body that can be hashed, compressed and cached. The
 * `Link` header preloads the stylesheet first; then modules load, then pictures below the first viewport.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
) {
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (request.method === "HEAD") return new Response(null, { status, headers });
  let failed = false;
  const nonce = newNonce();
  const element = (
    <NonceContext value={nonce}>
      <StructuredDataContext value={status === 200 ? loadContext.get(structuredDataContext) : []}>
        <ServerRouter context={context} url={request.url} nonce={nonce} />
      </StructuredDataContext>
    </NonceContext>
  );
  // Bytes all the way: decoding and encoding a page take longer than what is changed in it.
  const rendered = await renderWhole(element, nonce, () => {
    failed = true;
  });
  const { page, sources } = takeOwnScripts(rendered, nonce);
  loadContext.get(scriptSourcesContext).push(...sources);
  const { head, page: ordered } = inLoadingOrder(page);
  for (const [, href] of head.matchAll(STYLESHEET)) headers.append("Link", `<${href}>; rel=preload; as=style`);
  return new Response(ordered, { status: failed ? 500 : status, headers });
}

/**
 * Moves module preloads behind the visible content, so that they load after the stylesheet, with only the largest at
 * default priority, and removes picture preloads, which would load before the stylesheet.
 */
function inLoadingOrder(page: Buffer): { head: string; page: Buffer<ArrayBuffer> } {
  // React puts all of them into the head; the rest of the page is ten times as long.
  const body = Math.max(0, page.indexOf("</head>"));
  const handover = page.indexOf(HANDOVER, body);
  const end = handover === -1 ? Math.max(body, page.lastIndexOf("</body>")) : handover;
  const head = page.toString("utf8", 0, body);
  const modules = (head.match(MODULE_PRELOAD) ?? [])
    .map((link) => (LARGEST.test(link) ? link : link.replace("<link ", '<link fetchPriority="low" ')))
    .join("");
  const strippedHead = head.replaceAll(MODULE_PRELOAD, "").replaceAll(PICTURE_PRELOAD, "");
  return {
    head,
    page: Buffer.concat([
      Buffer.from(strippedHead),
      page.subarray(body, end),
      Buffer.from(modules),
      page.subarray(end),
    ]),
  };
}

/** Logs the error; the default handler prints failing statements with all their values. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  if (isDatabaseAway(error)) context.get(outageContext).isAway = true;
  context.get(shopContext).log.error({ err: error }, "a page failed");
};
