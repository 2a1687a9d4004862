import type { ReactNode } from 'react';

export type BadgeTone = 'pending' | 'processing' | 'paid' | 'shipped' | 'delivered' | 'cancelled' | 'gold';

/** A short label on a tinted background; grey without a tone. */
export function Badge({ tone, children }: { tone?: BadgeTone | undefined; children: ReactNode }) {
  return <span className={tone ? `badge badge-${tone}` : 'badge'}>{children}</span>;
}
