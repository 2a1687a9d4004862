import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

/** Fields that belong together, with a title and an explanation (`words`) beside them. */
export function SettingsGroup({ title, words, children }: { title: string; words: ReactNode; children: ReactNode }) {
  return (
    <div className="settings-group">
      <div>
        <h3>{title}</h3>
        <p>{words}</p>
      </div>
      <div>{children}</div>
    </div>
  );
}

/** The label of a field that may stay empty. */
export function Optional({ children }: { children: ReactNode }) {
  return (
    <>
      {children} <span className="subtle font-normal">{t`(optional)`}</span>
    </>
  );
}
