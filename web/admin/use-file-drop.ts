import { type DragEvent, useState } from 'react';

/** Accepts files dropped anywhere on an element and ignores other drags. */
export function useFileDrop(onFiles: (files: File[], transfer: DataTransfer) => void) {
  return useDrop('Files', (transfer) => onFiles([...transfer.files], transfer));
}

/** Accepts drags with data of one type, dropped anywhere on an element. */
export function useDrop(type: string, onDrop: (transfer: DataTransfer) => void) {
  const [isOver, setOver] = useState(false);
  const isAccepted = (event: DragEvent) => event.dataTransfer.types.includes(type);
  return {
    /** Whether such data is being dragged over the element. */
    isOver,
    onDragOver: (event: DragEvent) => {
      if (!isAccepted(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      const isStillIn = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
      if (!isStillIn) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      setOver(false);
      if (!isAccepted(event)) return;
      event.preventDefault();
      onDrop(event.dataTransfer);
    },
  };
}
