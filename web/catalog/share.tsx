import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

/** Milliseconds for which the button says that the link was copied. */
const shownFor = 4_000;

/** A button that opens the device's own sharing, or copies the link if the device has none. Screen readers announce the result. */
export function Share({ name }: { name: string }) {
  const [result, setResult] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (result !== 'copied') return;
    const timer = setTimeout(() => setResult(null), shownFor);
    return () => clearTimeout(timer);
  }, [result]);

  async function share() {
    setResult(null);
    setResult(await shareLink(name, window.location.href));
  }

  return (
    <>
      <Button variant="text" className="gap-2" onClick={() => void share()}>
        <Icon name="link" small />
        {result === 'copied' ? t`Link copied` : t`Share`}
      </Button>
      <span className={result === 'failed' ? 'small self-center' : 'visually-hidden'} role="status">
        {result === 'copied' && t`Link copied`}
        {result === 'failed' && t`Please copy the address of this page.`}
      </span>
    </>
  );
}

/**
 * Shares or copies a link. Null if the device shared it or the visitor cancelled the sharing; 'failed' also on pages without https, where
 * browsers have no clipboard.
 */
async function shareLink(title: string, url: string): Promise<'copied' | 'failed' | null> {
  try {
    if (typeof navigator.share === 'function') {
      await navigator.share({ title, url });
      return null;
    }
    await navigator.clipboard.writeText(url);
    return 'copied';
  } catch (thrown) {
    return thrown instanceof DOMException && thrown.name === 'AbortError' ? null : 'failed';
  }
}
