import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';

interface CopyRowProps {
  label: string;
  value: string;
  /** The text that is copied, if it differs from `value`. */
  copied?: string;
}

/** Milliseconds for which the button says that the value was copied. */
const shownFor = 4_000;

/** A term of a `<dl>` with its value and a button that copies it. The result is shown at the button and announced. */
export function CopyRow({ label, value, copied = value }: CopyRowProps) {
  const [result, setResult] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (result !== 'copied') return;
    const timer = setTimeout(() => setResult(null), shownFor);
    return () => clearTimeout(timer);
  }, [result]);

  async function copy() {
    setResult(null);
    setResult(await writeClipboard(copied));
  }

  return (
    <div>
      <dt>{label}</dt>
      <dd className="numeric wrap-anywhere">{value}</dd>
      <dd className="print:hidden">
        <Button variant="text" small className="min-h-11" onClick={() => void copy()}>
          {result === 'copied' ? (
            <Trans>
              Copied<span className="visually-hidden"> {label}</span>
            </Trans>
          ) : (
            <Trans>
              Copy<span className="visually-hidden"> {label}</span>
            </Trans>
          )}
        </Button>
        <span className={result === 'failed' ? 'small block' : 'visually-hidden'} role="status">
          {result === 'copied' && t`${label} copied`}
          {result === 'failed' && t`Please select it`}
        </span>
      </dd>
    </div>
  );
}

/** Copies a text. Fails on pages without https, where browsers have no clipboard, and if the browser refuses. */
async function writeClipboard(text: string): Promise<'copied' | 'failed'> {
  try {
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch {
    return 'failed';
  }
}
