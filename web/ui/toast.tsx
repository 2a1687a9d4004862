import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from './button.tsx';
import { useTopDialog } from './dialog.tsx';
import { Icon, type IconName } from './icon.tsx';

export interface Toast {
  /** done: it worked. failed: it did not, and this stays until dismissed. news: something happened elsewhere. */
  tone: 'done' | 'failed' | 'news';
  text: string;
  /** One way on, e.g. Try Again. It dismisses the toast. */
  action?: { label: string; onAct: () => void };
}

/** Milliseconds a toast stays that is not a failure; the pointer or the focus on it stops the time. */
const shownFor = 6_000;
const mostAtOnce = 3;
const icons: Record<Toast['tone'], IconName> = { done: 'done', failed: 'warning', news: 'clock' };

type ShownToast = Toast & { id: number };
let toasts: readonly ShownToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Says something at the bottom of the page, to readers of the screen and to screen readers. Callable from anywhere. */
export function showToast(toast: Toast): number {
  lastId += 1;
  // What is said again takes the place of the first time.
  const others = toasts.filter(({ tone, text }) => tone !== toast.tone || text !== toast.text);
  const next = [...others, { ...toast, id: lastId }];
  // Failures were not read yet: what goes first to make room is what would have gone by itself.
  while (next.length > mostAtOnce)
    next.splice(
      Math.max(
        0,
        next.findIndex(({ tone }) => tone !== 'failed'),
      ),
      1,
    );
  replaceToasts(next);
  return lastId;
}

export function dismissToast(id: number): void {
  replaceToasts(toasts.filter((toast) => toast.id !== id));
}

/** Where toasts appear. Once per page. While a dialog is open they are in it, or nobody could dismiss them. */
export function ToastRegion() {
  const dialog = useTopDialog();
  return dialog ? createPortal(<Toasts />, dialog) : <Toasts />;
}

function Toasts() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => nothing,
  );
  const region = useRef<HTMLDivElement>(null);
  const newest = shown.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: its number says that there is a new toast.
  useEffect(() => {
    // What is shown last lies on top: again above a dialog that was opened since.
    if (region.current?.matches(':popover-open')) region.current.hidePopover();
    region.current?.showPopover();
  }, [newest]);

  const list = (failed: boolean) =>
    shown
      .filter(({ tone }) => (tone === 'failed') === failed)
      .map((toast) => <ToastLine key={toast.id} toast={toast} />);
  return (
    <div className="toasts" popover="manual" ref={region}>
      <div role="status">{list(false)}</div>
      <div role="alert">{list(true)}</div>
    </div>
  );
}

function ToastLine({ toast }: { toast: ShownToast }) {
  const { id, tone, text, action } = toast;
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held || tone === 'failed') return;
    const timer = setTimeout(() => dismissToast(id), shownFor);
    return () => clearTimeout(timer);
  }, [held, tone, id]);

  return (
    <div
      role="group"
      className={`toast toast-${tone} lacquer`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={icons[tone]} />
      <span>{text}</span>
      {action && (
        <button
          type="button"
          className="btn-text small"
          onClick={() => {
            dismissToast(id);
            action.onAct();
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton label="Dismiss" small onClick={() => dismissToast(id)}>
        <Icon name="close" small />
      </IconButton>
    </div>
  );
}

const nothing: readonly ShownToast[] = [];

function replaceToasts(next: readonly ShownToast[]): void {
  toasts = next;
  for (const notify of listeners) notify();
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}
