import type { ComponentProps } from "react";
import { cx } from "./class-names.ts";

export type ButtonVariant = "primary" | "outline" | "soft" | "ghost" | "danger";
export type ButtonSize = "sm" | "md" | "lg" | "icon";

const VARIANTS: Record<ButtonVariant, string> = {
  primary: "bg-forest text-white hover:bg-forest-deep",
  outline: "border-[1.5px] border-forest text-forest hover:bg-leaf",
  soft: "bg-leaf text-forest hover:bg-leaf-deep",
  ghost: "text-ink hover:bg-sand-deep",
  danger: "bg-clay text-white hover:bg-clay-deep",
};

/** Every size is a 44 px target; "sm" only has smaller padding and lighter text. */
const SIZES: Record<ButtonSize, string> = {
  sm: "min-h-11 px-3.5 text-sm",
  md: "min-h-11 px-5 text-[0.9375rem]",
  lg: "min-h-13 px-6 text-base",
  icon: "size-11",
};

/** Button classes for links: `<Link className={buttonClass("primary", "lg")}>`. */
export function buttonClass(variant: ButtonVariant = "primary", size: ButtonSize = "md", extra?: string): string {
  return cx("button", VARIANTS[variant], SIZES[size], extra);
}

type ButtonProps = ComponentProps<"button"> & { variant?: ButtonVariant; size?: ButtonSize };

/** A button; `type` defaults to "button" to prevent accidental submits. */
export function Button({ variant, size, className, type = "button", ...rest }: ButtonProps) {
  return <button type={type} className={buttonClass(variant, size, className)} {...rest} />;
}
