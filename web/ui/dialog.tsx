import { type PointerEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';

export type DialogForm =
  | 'dialog'
  | 'dialog dialog-mid'
  | 'dialog dialog-wide'
  | 'drawer'
  | 'menu lacquer'
  | 'lightbox lacquer';

interface DialogProps {
  open: boolean;
  /** Esc, a press beside it, or the page is left. It stays open until `open` says otherwise. */
  onClose: () => void;
  /** What a screen reader calls it: the id of its heading, or words. */
  labelledBy?: string;
  label?: string;
  /** A question that must be answered: announced as such. */
  alert?: boolean;
  form?: DialogForm;
  /** Made anew at every opening. */
  children: ReactNode;
}

/**
 * The platform's own modal: it keeps the focus, makes the page behind inert, closes on Esc and gives the focus back to
 * what opened it. What carries `data-autofocus` has the focus first, or else the first control.
 */
export function Dialog({ open, onClose, labelledBy, label, alert = false, form = 'dialog', children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const present = useWhileSeen(open, element);

  useEffect(() => {
    const dialog = element.current;
    if (!dialog || !open) return;
    dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    setOpenDialogs([...openDialogs, dialog]);
    return () => {
      dialog.close();
      setOpenDialogs(openDialogs.filter((other) => other !== dialog));
    };
  }, [open]);

  return (
    <dialog
      ref={element}
      className={form}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={labelledBy}
      aria-label={label}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        if (isBeside(event)) onClose();
      }}
    >
      {present && children}
    </dialog>
  );
}

/** The dialog opened last, of those that are open: whatever lies outside of it cannot be reached. */
export function useTopDialog(): HTMLDialogElement | null {
  return useSyncExternalStore(
    subscribe,
    () => openDialogs.at(-1) ?? null,
    () => null,
  );
}

let openDialogs: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function setOpenDialogs(next: readonly HTMLDialogElement[]): void {
  openDialogs = next;
  for (const notify of listeners) notify();
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** Only a press on the backdrop has the dialog as its target and lies outside of its box. */
function isBeside(event: PointerEvent<HTMLDialogElement>): boolean {
  if (event.target !== event.currentTarget) return false;
  const box = event.currentTarget.getBoundingClientRect();
  const { clientX: x, clientY: y } = event;
  return x < box.left || x > box.right || y < box.top || y > box.bottom;
}

/** True while it is open, and until it is out of sight after closing, so that it does not leave empty. */
function useWhileSeen(open: boolean, element: { current: HTMLDialogElement | null }): boolean {
  const [seen, setSeen] = useState(open);
  if (open && !seen) setSeen(true);
  useEffect(() => {
    if (open || !seen) return;
    let reopened = false;
    const leaving = element.current?.getAnimations().map((animation) => animation.finished) ?? [];
    void Promise.allSettled(leaving).then(() => {
      if (!reopened) setSeen(false);
    });
    return () => {
      reopened = true;
    };
  }, [open, seen, element]);
  return seen;
}
