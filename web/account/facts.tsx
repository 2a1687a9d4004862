import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

export type Fact = readonly [label: string, value: ReactNode];

/** A list of labels and values. For an empty value it says "Not provided". */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(([label, value]) => (
        <LabelAndValue key={label} label={label}>
          {value}
        </LabelAndValue>
      ))}
    </dl>
  );
}

function LabelAndValue({ label, children }: { label: string; children: ReactNode }) {
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
