import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

const tones = {
  done: { look: 'note-ok', icon: 'done' },
  failed: { look: 'note-bad', icon: 'warning' },
  info: { look: 'note-info', icon: 'info' },
  held: { look: 'note-gold', icon: 'clock' },
} satisfies Record<string, { look: string; icon: IconName }>;

/** Words on a wash with an icon, announced when they appear: at once for a failure, politely otherwise. */
export function Note({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) {
  const { look, icon } = tones[tone];
  return (
    <div className={`note ${look}`} role={tone === 'failed' ? 'alert' : 'status'}>
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  );
}
