import { useEffect, useRef, useState } from "react";

/**
 * Makes an element one of a sorted list that is ordered by dragging: spread the ref on it. `onDrop` gets the id of the
 * element that was let go on this one. Offer buttons too: dragging is not for everybody.
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

/** The library is for browsers; the buttons beside the items work until it is there. */
async function loadDragging() {
  const [{ combine }, { draggable, dropTargetForElements }] = await Promise.all([
    import("@atlaskit/pragmatic-drag-and-drop/combine"),
    import("@atlaskit/pragmatic-drag-and-drop/element/adapter"),
  ]);
  return { combine, draggable, dropTargetForElements };
}
