import { useEffect, useRef, useState } from "react";

/**
 * Makes an element an item of a list that can be sorted by dragging: spread the ref on it. `onDrop` gets the id of the
 * item dropped on this one. Also offer buttons: not every user can drag.
 */
export function useSortable<E extends HTMLElement>(list: string, id: string, onDrop: (dragged: string) => void) {
  const ref = useRef<E>(null);
  const drop = useRef(onDrop);
  const [state, setState] = useState<"idle" | "dragged" | "over">("idle");

  useEffect(() => void (drop.current = onDrop));

  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    let stop = () => {};
    let isGone = false;
    void loadDragging().then(({ combine, draggable, dropTargetForElements }) => {
      if (isGone) return;
      stop = combine(
        draggable({
          element,
          getInitialData: () => ({ list, id }),
          onDragStart: () => setState("dragged"),
          onDrop: () => setState("idle"),
        }),
        dropTargetForElements({
          element,
          canDrop: ({ source }) => source.data["list"] === list && source.data["id"] !== id,
          onDragEnter: () => setState("over"),
          onDragLeave: () => setState("idle"),
          onDrop: ({ source }) => {
            setState("idle");
            drop.current(String(source.data["id"]));
          },
        }),
      );
    });
    return () => {
      isGone = true;
      stop();
    };
  }, [list, id]);

  return { ref, state };
}

/** The library is loaded in the browser only; the buttons beside the items work until then. */
async function loadDragging() {
  const [{ combine }, { draggable, dropTargetForElements }] = await Promise.all([
    import("@atlaskit/pragmatic-drag-and-drop/combine"),
    import("@atlaskit/pragmatic-drag-and-drop/element/adapter"),
  ]);
  return { combine, draggable, dropTargetForElements };
}
