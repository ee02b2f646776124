import { use } from "react";
import { earlyTaps } from "#app/ui/early-taps.ts";
import { NonceContext } from "#app/ui/nonce.ts";

/** The page's first script, inline. Only the server renders it; the browser bundle does not contain it. */
export function EarlyScript() {
  const nonce = use(NonceContext);
  const code = import.meta.env.SSR ? `(${earlyTaps.toString()})()` : "";
  return (
    <script nonce={nonce} suppressHydrationWarning>
      {code}
    </script>
  );
}
