import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { saveFile } from './save-file.ts';

/** Shows new recovery codes, which the server returns only once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const download = () => saveFile(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }), 'recovery-codes.txt');
  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        <Trans>Your recovery codes</Trans>
      </h3>
      <p className="max-w-[var(--measure)]">
        <Trans>
          Each of them replaces the passkey or the app once, for example if you lose your phone. Print them or store
          them in a safe place now: they are not shown again. Earlier codes do not work any more.
        </Trans>
      </p>
      <ul className="numeric grid gap-x-8 gap-y-1 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="line" onClick={download}>
          <Trans>Download</Trans>
        </Button>
        <Button onClick={onDone}>
          <Trans>I Have Stored Them</Trans>
        </Button>
      </div>
    </>
  );
}
