import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { buttonClass } from '../ui/button.tsx';

interface LinkIfAnyProps {
  to: string;
  /** Asks for the first of what the page lists. */
  ask: () => Promise<{ success: false } | { success: true; total: number }>;
  look?: 'line' | 'text';
  children: ReactNode;
}

/** Leads to a list, as soon as something is in it. */
export function LinkIfAny({ to, ask, look = 'line', children }: LinkIfAnyProps) {
  const [isAny, setIsAny] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => {
    void ask().then((answer) => setIsAny(answer.success && answer.total > 0));
  }, []);
  if (!isAny) return null;
  return (
    <Link className={buttonClass(look)} to={to}>
      {children}
    </Link>
  );
}
