import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { buttonClass } from '../ui/button.tsx';

interface LinkIfAnyProps {
  to: string;
  /** Loads the list, or its first row, for the total. */
  load: () => Promise<{ success: false } | { success: true; total: number }>;
  look?: 'line' | 'text';
  children: ReactNode;
}

/** A link to a list. Rendered only if the list is not empty. */
export function LinkIfAny({ to, load, look = 'line', children }: LinkIfAnyProps) {
  const [isAny, setIsAny] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => {
    void load().then((answer) => setIsAny(answer.success && answer.total > 0));
  }, []);
  if (!isAny) return null;
  return (
    <Link className={buttonClass(look)} to={to}>
      {children}
    </Link>
  );
}
