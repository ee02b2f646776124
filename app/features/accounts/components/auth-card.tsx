import { CircleAlert, CircleCheck } from "lucide-react";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";

type AuthCardProps = { title: string; text?: ReactNode; children: ReactNode; footer?: ReactNode };

/** Layout of all sign-in pages: a centred card whose title is the page heading. */
export function AuthCard({ title, text, children, footer }: AuthCardProps) {
  return (
    <div className="page-width grid grid-cols-[minmax(0,1fr)] justify-items-center py-8 sm:py-14">
      <div className="w-full max-w-md">
        <div className="card px-5 py-7 shadow-lift sm:px-8 sm:py-9">
          <h1 tabIndex={-1} className="font-display text-3xl font-bold tracking-tight outline-none">
            {title}
          </h1>
          {text ? <p className="mt-2 text-muted">{text}</p> : null}
          <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-5">{children}</div>
        </div>
        {footer ? <div className="mt-5 text-center text-[0.9375rem]">{footer}</div> : null}
      </div>
    </div>
  );
}

/** Error box above the form, announced by screen readers. */
export function Problem({ children }: { children?: ReactNode }) {
  return (
    <div role="alert" className="empty:hidden">
      {children ? (
        <div className="flex gap-2.5 rounded-xl border border-clay/30 bg-clay-soft px-3.5 py-3 text-[0.9375rem] text-clay-deep">
          <CircleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0" />
          <div className="min-w-0">{children}</div>
        </div>
      ) : null}
    </div>
  );
}

/** Success message. */
export function SuccessMessage({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="flex gap-2.5 rounded-xl bg-leaf px-3.5 py-3 text-[0.9375rem] text-forest-deep">
      <CircleCheck aria-hidden className="mt-0.5 size-4.5 shrink-0" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}

/** Notice shown only without JavaScript. */
export function WithoutScript({ children }: { children: ReactNode }) {
  return (
    <noscript>
      <p className="rounded-xl bg-sand px-3.5 py-3 text-sm text-muted">{children}</p>
    </noscript>
  );
}

/** Divider "or" between two sign-in methods. */
export function Or({ children = "or" }: { children?: ReactNode }) {
  return (
    <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {children}
    </p>
  );
}

export const TEXT_LINK = "font-semibold text-forest underline underline-offset-3 hover:no-underline";

/** The row of `TextButton`s below a form. */
export const TEXT_BUTTONS = "-my-2 flex flex-wrap justify-between gap-x-6 text-[0.9375rem]";

/** Another way on from a form. */
export function TextButton(props: ComponentProps<"button">) {
  return <button type="button" {...props} className={`min-h-11 ${TEXT_LINK}`} />;
}

/** Returns to the first form of the page, inside the form of a later step. */
export function BackButton({ onBack, children }: { onBack: () => void; children: ReactNode }) {
  const goBack = (event: MouseEvent) => (event.preventDefault(), onBack());
  return (
    <TextButton type="submit" name="back" value="yes" formNoValidate onClick={goBack}>
      {children}
    </TextButton>
  );
}

/** The button of a sign-in form; pressing it again while `busy` does nothing. */
export function SubmitButton({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <Button type="submit" size="lg" aria-disabled={busy} aria-busy={busy}>
      {children}
    </Button>
  );
}
