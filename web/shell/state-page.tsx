import type { ReactNode } from 'react';

/** A page with only a title, a text and a next step. */
export function StatePage({ title, children, action }: { title: string; children?: ReactNode; action: ReactNode }) {
  return (
    <main id="main" className="page">
      <div className="state">
        <h1 className="heading-dialog">{title}</h1>
        {children && <p className="muted">{children}</p>}
        {action}
      </div>
    </main>
  );
}
