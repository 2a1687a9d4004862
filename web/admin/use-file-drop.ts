import { type DragEvent, useState } from 'react';

/** Accepts files dropped anywhere on an element and ignores other drags. */
export function useFileDrop(onFiles: (files: File[], transfer: DataTransfer) => void) {
  const [isOver, setOver] = useState(false);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return {
    /** Whether files are being dragged over the element. */
    isOver,
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      const isStillIn = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
      if (!isStillIn) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      onFiles([...event.dataTransfer.files], event.dataTransfer);
    },
  };
}
