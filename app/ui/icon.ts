import { createElement, type SVGProps } from "react";

/** The elements of an icon: tag and attributes. */
type Shapes = [tag: string, attributes: Record<string, string>][];

/**
 * A component that draws these shapes on lucide's grid of 24 by 24, as lucide's own does, hidden from assistive
 * technology unless it has a label. The build uses it for all icons (scripts/bundle/icons.ts).
 */
export function icon(shapes: Shapes) {
  const children = shapes.map(([tag, attributes]) => createElement(tag, attributes));
  return (props: SVGProps<SVGSVGElement>) =>
    createElement(
      "svg",
      {
        width: 24,
        height: 24,
        viewBox: "0 0 24 24",
        fill: "none",
        stroke: "currentColor",
        strokeWidth: 2,
        strokeLinecap: "round",
        strokeLinejoin: "round",
        "aria-hidden": props["aria-label"] ? undefined : true,
        ...props,
      },
      ...children,
    );
}
