import type { SOCIAL } from "#app/features/site/content/footer.ts";

type Network = (typeof SOCIAL)[number]["network"] | "whatsapp";

const PATHS: Record<Network, string> = {
  facebook:
    "M14 8.5V6.8c0-.8.3-1.3 1.4-1.3H17V2.6A19 19 0 0 0 14.6 2.5C12 2.5 10.3 4 10.3 6.5v2H7.5V12h2.8v9.5H14V12h2.7l.5-3.5z",
  instagram:
    "M8 2.5h8A5.5 5.5 0 0 1 21.5 8v8a5.5 5.5 0 0 1-5.5 5.5H8A5.5 5.5 0 0 1 2.5 16V8A5.5 5.5 0 0 1 8 2.5zm0 2A3.5 3.5 0 0 0 4.5 8v8A3.5 3.5 0 0 0 8 19.5h8a3.5 3.5 0 0 0 3.5-3.5V8A3.5 3.5 0 0 0 16 4.5zm4 2.8a4.7 4.7 0 1 1 0 9.4 4.7 4.7 0 0 1 0-9.4zm0 2a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4zm4.9-3.4a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4z",
  x: "M17.8 3h3.1l-6.8 7.8L22 21h-6.2l-4.9-6.4L5.3 21H2.2l7.3-8.3L2 3h6.4l4.4 5.9zm-1.1 16.2h1.7L7.4 4.7H5.6z",
  whatsapp:
    "M12 2.5a9.4 9.4 0 0 0-8.1 14.2L2.6 21.5l4.9-1.3A9.4 9.4 0 1 0 12 2.5zm0 1.9a7.5 7.5 0 1 1-3.9 13.9l-.4-.2-2.4.6.7-2.3-.3-.4A7.5 7.5 0 0 1 12 4.4zM8.7 7.4c-.2 0-.5.1-.7.4-.3.3-1 .9-1 2.3s1 2.7 1.1 2.9c.2.2 2 3.2 5 4.3 2.4.9 2.9.7 3.4.7.6-.1 1.7-.7 2-1.4.2-.7.2-1.3.2-1.4-.1-.1-.3-.2-.6-.4l-2-.9c-.3-.1-.5-.1-.7.2l-.9 1.1c-.2.2-.3.2-.6.1a6.7 6.7 0 0 1-3.4-3c-.2-.3 0-.5.1-.6l.5-.6.3-.5v-.5l-.9-2.1c-.2-.6-.5-.5-.7-.5z",
};

/** The icon of a social network. */
export function SocialIcon({ network }: { network: Network }) {
  return (
    <svg aria-hidden viewBox="0 0 24 24" width="20" height="20" fill="currentColor" fillRule="evenodd">
      <path d={PATHS[network]} />
    </svg>
  );
}
