import { t } from '@lingui/core/macro';
import { type ComponentProps, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button, IconButton } from './button.tsx';
import { useTopDialog } from './dialog.tsx';
import { Icon, type IconName } from './icon.tsx';
import { createStore, useStore } from './store.ts';
import { type Toast, withToast } from './toast-list.ts';
import { elementsToKeepVisible, liftAbove } from './toast-position.ts';

/** Milliseconds until a toast that is not a failure closes. Hover and focus stop the timer. */
const displayTime = 6_000;
const icons: Record<Toast['tone'], IconName> = { done: 'done', failed: 'warning', news: 'clock' };

type ShownToast = Toast & { id: number };
const noToasts: readonly ShownToast[] = [];
const toasts = createStore(noToasts);
let lastId = 0;

/** Shows and announces a message at the bottom of the page. Can be called from anywhere. */
export function showToast(toast: Toast): void {
  lastId += 1;
  toasts.set(withToast(toasts.get(), { ...toast, id: lastId }));
}

function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

/**
 * Renders the toasts; mount it once per page. While a dialog is open they are inside it, because elements outside are inert. They
 * are in the dialog's normal flow there, so that they cover none of its content.
 */
export function ToastRegion() {
  const dialog = useTopDialog();
  return dialog ? createPortal(<Toasts />, dialog) : <ToastsOverPage />;
}

/** The toasts at the bottom of the window, moved up so that they cover no heading if there is room. */
function ToastsOverPage() {
  const region = useRef<HTMLDivElement>(null);
  const shown = useStore(toasts, noToasts);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the position is updated when the list of toasts changes.
  useEffect(() => {
    const element = region.current;
    if (!element) return;
    element.togglePopover(true);
    const updatePosition = () => moveAboveHeadings(element);
    updatePosition();
    window.addEventListener('scrollend', updatePosition);
    window.addEventListener('resize', updatePosition);
    return () => {
      window.removeEventListener('scrollend', updatePosition);
      window.removeEventListener('resize', updatePosition);
    };
  }, [shown]);
  return <Toasts popover="manual" ref={region} />;
}

/** Pixels from the top of the window, below the header: toasts do not move higher. */
const topLimit = 72;

function moveAboveHeadings(region: HTMLElement): void {
  region.style.removeProperty('--lift');
  const lift = liftAbove(region.getBoundingClientRect(), elementsToKeepVisible(region), topLimit);
  region.style.setProperty('--lift', `${lift}px`);
}

function Toasts(region: Pick<ComponentProps<'div'>, 'popover' | 'ref'>) {
  const shown = useStore(toasts, noToasts);
  const list = (failed: boolean) =>
    shown.filter(({ tone }) => (tone === 'failed') === failed).map((toast) => <ToastLine key={toast.id} {...toast} />);
  return (
    <div className="toasts" {...region}>
      <div role="status">{list(false)}</div>
      <div role="alert">{list(true)}</div>
    </div>
  );
}

function ToastLine({ id, tone, text, action }: ShownToast) {
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    if (isPaused || tone === 'failed') return;
    const timer = setTimeout(() => dismissToast(id), displayTime);
    return () => clearTimeout(timer);
  }, [isPaused, tone, id]);
  const resume = ({ currentTarget }: SyntheticEvent) => setPaused(currentTarget.matches(':focus-within'));

  return (
    <div
      role="group"
      className={`toast toast-${tone} lacquer`}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={resume}
      onFocus={() => setPaused(true)}
      onBlur={resume}
    >
      <Icon name={icons[tone]} />
      <span>{text}</span>
      {action && (
        <Button
          variant="text"
          small
          onClick={() => {
            dismissToast(id);
            action.onAct();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton label={t`Dismiss`} small onClick={() => dismissToast(id)}>
        <Icon name="close" small />
      </IconButton>
    </div>
  );
}
