import { use } from "react";
import { earlyTaps } from "#app/ui/early-taps.ts";
import { NonceContext } from "#app/ui/nonce.ts";

/** The page's first script, inline. It is the server's: the browser's bundle does not have it. */
export function EarlyScript() {
  const nonce = use(NonceContext);
  const code = import.meta.env.SSR ? `(${earlyTaps.toString()})()` : "";
  return (
    <script nonce={nonce} suppressHydrationWarning>
      {code}
    </script>
  );
}
