import type { ReactNode } from 'react';

export type BadgeTone = 'pending' | 'processing' | 'paid' | 'shipped' | 'delivered' | 'cancelled' | 'gold';

/** A word on a wash. Without a tone it is grey. */
export function Badge({ tone, children }: { tone?: BadgeTone | undefined; children: ReactNode }) {
  return <span className={tone ? `badge b-${tone}` : 'badge'}>{children}</span>;
}
