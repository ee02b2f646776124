import { encode } from "uqr";
import { CopyButton } from "#app/ui/clipboard/copy-button.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { secretOf } from "../rules.ts";
import { TEXT_LINK } from "./auth-card.tsx";

/** The authenticator secret as QR code, as a link to an app on the same phone, and as text. */
export function FactorKey({ uri }: { uri: string }) {
  const hydrated = useHydrated();
  const secret = secretOf(uri);
  return (
    <div className="grid justify-items-start gap-3">
      <a href={uri} className={`inline-flex min-h-11 items-center sm:hidden ${TEXT_LINK}`}>
        The app is on this phone
      </a>
      <QrCode text={uri} />
      <p className="text-sm text-muted">No camera? Type or paste this key into the app instead:</p>
      <div className="flex flex-wrap items-center gap-3">
        <code
          aria-label="Key for the app"
          className="rounded-xl bg-sand px-3 py-2.5 font-mono text-sm break-words text-ink"
        >
          {secret}
        </code>
        {hydrated ? (
          <CopyButton
            text={secret.replaceAll(" ", "")}
            label="Copy key"
            done="Key copied"
            otherwise="Please type the key."
          />
        ) : null}
      </div>
    </div>
  );
}

function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .filter(Boolean)
    .join("");
  return (
    <svg
      role="img"
      aria-label="QR code with the key for your authenticator app"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-xl border border-line bg-white text-ink"
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}
