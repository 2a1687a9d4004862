import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** A list of labels and values. Empty values read "Not provided". */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="facts">
      {facts.map(([label, value]) => (
        <Fact key={label} label={label}>
          {value}
        </Fact>
      ))}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd className="numeric min-w-0 wrap-anywhere">
        {children || (
          <span className="subtle">
            <Trans>Not provided</Trans>
          </span>
        )}
      </dd>
    </>
  );
}
