import { lazy, Suspense, useEffect, useRef, useState, type ComponentType } from "react";

/** A pressed or focused part is replaced later, so that no tap and no focus is lost. */
const IN_USE = ":active, :focus-within";
const RETRY_MS = 300;

/**
 * A component without fields whose code is loaded after hydration: until then the browser keeps the server's markup, in
 * which links load documents. Unlike in a Suspense boundary, an update of the page does not wait for the code.
 */
export function afterHydration(load: () => Promise<ComponentType>): ComponentType {
  const Rendered = import.meta.env.SSR ? lazy(async () => ({ default: await load() })) : null;
  let loaded: ComponentType | undefined;
  return function AfterHydration() {
    const [View, setView] = useState(() => loaded);
    const box = useRef<HTMLDivElement>(null);

    useEffect(() => {
      if (View) return;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const show = () => {
        if (box.current?.matches(IN_USE)) timer = setTimeout(show, RETRY_MS);
        else setView(() => loaded);
      };
      load().then(
        (now) => {
          loaded = now;
          show();
        },
        () => {},
      );
      return () => clearTimeout(timer);
    }, [View]);

    if (Rendered) {
      return (
        <div className="contents">
          <Suspense>
            <Rendered />
          </Suspense>
        </div>
      );
    }
    if (View) {
      return (
        <div className="contents">
          <View />
        </div>
      );
    }
    // oxlint-disable-next-line react/no-danger -- empty: React keeps the server's markup while it hydrates
    return <div ref={box} className="contents" dangerouslySetInnerHTML={{ __html: "" }} suppressHydrationWarning />;
  };
}
