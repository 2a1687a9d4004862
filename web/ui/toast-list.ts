export interface Toast {
  /** done: an action worked. failed: it did not, and the toast stays until dismissed. news: something happened elsewhere. */
  tone: 'done' | 'failed' | 'news';
  text: string;
  /** An optional button, e.g. Try Again. It also dismisses the toast. */
  action?: { label: string; onAct: () => void };
}

const maxToasts = 3;

/** The shown toasts with a new one at the end; at most three, oldest first. A repeated message replaces the earlier one. */
export function withToast<Shown extends Toast>(shown: readonly Shown[], toast: Shown): Shown[] {
  const others = shown.filter(({ tone, text }) => tone !== toast.tone || text !== toast.text);
  while (others.length >= maxToasts) {
    // Toasts that would close by themselves make room before failures, which may not have been read yet.
    const closing = others.findIndex(({ tone }) => tone !== 'failed');
    others.splice(Math.max(0, closing), 1);
  }
  return [...others, toast];
}
