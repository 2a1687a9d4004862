import { type ReactNode, useState } from 'react';
import { useShop } from './shop.ts';

/** The logo; without one, or when it cannot be had, what stands in its place. */
export function Logo({ url, children }: { url: string | null; children: ReactNode }) {
  const { name } = useShop();
  const [broken, setBroken] = useState<string | null>(null);
  if (!url || url === broken) return children;
  return (
    <img
      src={url}
      alt={name}
      height={40}
      ref={(element) => {
        // It may have failed before React was there to hear of it. Not by its size: a drawing may have none.
        if (element?.complete) element.decode().catch(() => setBroken(url));
      }}
      onError={() => setBroken(url)}
    />
  );
}
