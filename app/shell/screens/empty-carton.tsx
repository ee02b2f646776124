export function EmptyCarton() {
  return (
    <svg aria-hidden viewBox="0 0 240 170" width="240" height="170" className="h-auto w-52 sm:w-60">
      <ellipse cx="120" cy="154" rx="92" ry="11" className="fill-sand-deep" />
      <path d="M62 68 120 92v62L62 128z" fill="#5e9479" />
      <path d="M178 68 120 92v62l58-26z" className="fill-forest" />
      <path d="M62 68l58-23 58 23-58 24z" className="fill-forest-deep" />
      <path d="M62 68 28 52l57-24 35 17z" fill="#8fbfa6" />
      <path d="M178 68l34-16-57-24-35 17z" fill="#74a98d" />
      <path d="M62 68 32 88l60 27 28-23z" fill="#a8d0bb" />
      <path d="M178 68l30 20-60 27-28-23z" fill="#8fbfa6" />
      <rect
        x="77"
        y="113"
        width="23"
        height="17"
        rx="3"
        transform="skewY(24) translate(0 -42)"
        className="fill-amber"
      />
    </svg>
  );
}
