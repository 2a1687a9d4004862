import { type ReactNode, useState } from 'react';
import { useShop } from './shop.ts';

interface LogoProps {
  url: string | null;
  /** The logo for dark backgrounds; null: `url` is used. */
  darkUrl: string | null;
  /** Shown when there is no logo or it cannot be loaded. */
  children: ReactNode;
}

/** The logo for the current background. The stylesheet shows one of the two, so that the right one is shown before any script runs. */
export function Logo({ url, darkUrl, children }: LogoProps) {
  if (darkUrl === null || darkUrl === url) return <LogoImage url={url}>{children}</LogoImage>;
  return (
    <>
      <span className="on-light">
        <LogoImage url={url}>{children}</LogoImage>
      </span>
      <span className="on-dark">
        <LogoImage url={darkUrl}>{children}</LogoImage>
      </span>
    </>
  );
}

function LogoImage({ url, children }: { url: string | null; children: ReactNode }) {
  const { name } = useShop();
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  if (!url || url === brokenUrl) return children;
  return (
    <img
      src={url}
      alt={name}
      height={40}
      ref={(element) => {
        // Loading may have failed before hydration. An SVG may have no natural size, so test with decode().
        if (element?.complete) element.decode().catch(() => setBrokenUrl(url));
      }}
      onError={() => setBrokenUrl(url)}
    />
  );
}
