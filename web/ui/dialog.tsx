import {
  type PointerEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { createStore, useStore } from './store.ts';

const variantClasses = {
  narrow: 'dialog',
  wide: 'dialog dialog-wide',
  drawer: 'drawer',
  menu: 'menu lacquer',
  lightbox: 'lightbox lacquer',
};

interface DialogProps {
  open: boolean;
  /** Called on Escape, a phone's back gesture, or a press on the backdrop. The dialog stays open while `open` is true. */
  onClose: () => void;
  /** The accessible name: the id of the heading, or `label`. */
  labelledBy?: string;
  label?: string;
  /** Announces the dialog as an alert that needs an answer. */
  alert?: boolean;
  variant?: keyof typeof variantClasses;
  /** Mounted again each time the dialog opens. */
  children: ReactNode;
}

/**
 * A modal built on the native <dialog>: it traps the focus, makes the page behind it inert, closes on Escape and returns
 * the focus to the element that opened it. The initial focus is on the element with `data-autofocus`, or else on the
 * first control.
 */
export function Dialog({ open, onClose, labelledBy, label, alert = false, variant = 'narrow', children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const isMounted = useWhileVisible(open, element);
  useEscape(element, open, onClose);

  useEffect(() => {
    const dialog = element.current;
    if (!dialog || !open) return;
    if (openDialogs.get().length === 0) measureScrollbar();
    dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    openDialogs.set([...openDialogs.get(), dialog]);
    return () => {
      dialog.close();
      openDialogs.set(openDialogs.get().filter((other) => other !== dialog));
    };
  }, [open]);

  return (
    <dialog
      ref={element}
      className={variantClasses[variant]}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={labelledBy}
      aria-label={label}
      onCancel={(event) => {
        // A file input inside also sends `cancel`. If the event cannot be prevented, the dialog closes and `onClose` handles it.
        if (event.target !== event.currentTarget || !event.cancelable) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        if (open && wasClosed(event)) reopen(event.currentTarget, onClose);
      }}
      onPointerDown={(event) => {
        if (isOnBackdrop(event)) onClose();
      }}
    >
      {isMounted && children}
    </dialog>
  );
}

/**
 * Handles Escape before the browser does. Without user activation since the last close request, Chromium closes a dialog
 * even if its `cancel` event is prevented, so that no page can block the back gesture. Typed input would be lost.
 */
function useEscape(element: { current: HTMLDialogElement | null }, open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!open) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      if (openDialogs.get().at(-1) !== element.current) return;
      event.preventDefault();
      if (!event.repeat) close();
    };
    // On the window, so that controls inside the dialog can handle the key first.
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [open, element]);
}

function wasClosed({ target, currentTarget }: SyntheticEvent<HTMLDialogElement>): boolean {
  return target === currentTarget && !currentTarget.open;
}

/** Opens a dialog that the browser has closed by force, before it calls `onClose`, so that a confirmation opened by that is above it. */
function reopen(dialog: HTMLDialogElement, onClose: () => void): void {
  dialog.showModal();
  flushSync(onClose);
}

/** The open dialog that was opened last, or null. Elements outside of it are inert. */
export function useTopDialog(): HTMLDialogElement | null {
  return useStore(openDialogs, noDialogs).at(-1) ?? null;
}

const noDialogs: readonly HTMLDialogElement[] = [];
/** In the order in which they were opened. */
const openDialogs = createStore(noDialogs);

/** Sets --scrollbar-width in pixels (0 for overlay scrollbars); styles/base.css pads the page by that much. */
function measureScrollbar(): void {
  const root = document.documentElement;
  root.style.setProperty('--scrollbar-width', `${window.innerWidth - root.clientWidth}px`);
}

/** A press on the backdrop has the dialog as its target and lies outside of the dialog's box. */
function isOnBackdrop(event: PointerEvent<HTMLDialogElement>): boolean {
  if (event.target !== event.currentTarget) return false;
  const box = event.currentTarget.getBoundingClientRect();
  const { clientX: x, clientY: y } = event;
  return x < box.left || x > box.right || y < box.top || y > box.bottom;
}

/** True while the dialog is open and until its closing animation ends, so that the content stays visible during it. */
function useWhileVisible(open: boolean, element: { current: HTMLDialogElement | null }): boolean {
  const [isVisible, setVisible] = useState(open);
  if (open && !isVisible) setVisible(true);
  useEffect(() => {
    if (open || !isVisible) return;
    let reopened = false;
    const animations = element.current?.getAnimations().map((animation) => animation.finished) ?? [];
    void Promise.allSettled(animations).then(() => {
      if (!reopened) setVisible(false);
    });
    return () => {
      reopened = true;
    };
  }, [open, isVisible, element]);
  return isVisible;
}
