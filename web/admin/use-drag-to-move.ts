import { type DragEvent, useState } from 'react';

/** Lets the items of a list be dragged to the place of another item. Returns the attributes for the item at a position. */
export function useDragToMove(move: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [target, setTarget] = useState<number | null>(null);
  const endDrag = () => {
    setDragged(null);
    setTarget(null);
  };
  return (position: number, id: string) => ({
    isDragged: dragged === position,
    /** Another item is dragged over this one. */
    isTarget: dragged !== null && dragged !== position && target === position,
    /** Attributes of the element that is dragged. */
    source: {
      draggable: true,
      onDragStart(event: DragEvent) {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', id);
        setDragged(position);
      },
      onDragEnd: endDrag,
    },
    /** Attributes of the element on which another item is dropped. It may be the same element. */
    place: {
      onDragOver(event: DragEvent) {
        if (dragged === null) return;
        event.preventDefault();
        setTarget(position);
      },
      onDrop(event: DragEvent) {
        if (dragged === null) return;
        event.preventDefault();
        if (dragged !== position) move(dragged, position);
        endDrag();
      },
    },
  });
}

export type DragAttributes = ReturnType<ReturnType<typeof useDragToMove>>;
