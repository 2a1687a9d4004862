import type { ReactNode } from 'react';

interface StripProps {
  title: string;
  titleId?: string;
  isBad?: boolean;
  actions?: ReactNode;
  children: ReactNode;
}

/** A notice of what has to be done about an order, with the buttons for it. */
export function Strip({ title, titleId, isBad = false, actions, children }: StripProps) {
  return (
    <div className={isBad ? 'strip strip-bad' : 'strip'}>
      <div>
        <b id={titleId}>{title}</b>
        <span className="muted wrap-anywhere">{children}</span>
      </div>
      {actions}
    </div>
  );
}
