import { type ReactNode, useEffect, useRef } from 'react';
import { Icon, type IconName } from './icon.tsx';

const tones = {
  done: { look: 'note-ok', icon: 'done' },
  failed: { look: 'note-bad', icon: 'warning' },
  info: { look: 'note-info', icon: 'info' },
  held: { look: 'note-gold', icon: 'clock' },
} satisfies Record<string, { look: string; icon: IconName }>;

/** A message with an icon on a tinted background. A failure is announced as an alert, other tones as a status. */
export function Note({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) {
  const { look, icon } = tones[tone];
  return (
    <div className={`note ${look}`} role={tone === 'failed' ? 'alert' : 'status'}>
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  );
}

/**
 * The reason why a button's action failed, placed directly above that button. It scrolls into view together with the
 * button. Pass a new `key` for each attempt, so that the same text is announced again.
 */
export function FailureNote({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // `void`: newer browsers return a promise here, which React must not get as a clean-up function.
    void box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={box} className="w-full scroll-mb-24">
      <Note tone="failed">{children}</Note>
    </div>
  );
}
