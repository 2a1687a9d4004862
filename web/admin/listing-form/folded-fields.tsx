import { type ReactNode, useState } from 'react';

interface FoldedFieldsProps {
  title: string;
  /** Whether the fields are open at first, because one has a value. Later the admin opens and closes them. */
  isOpenAtFirst: boolean;
  /** Whether a field was refused. Then the fields are open, so that the error is seen. */
  hasError: boolean;
  children: ReactNode;
}

/** Fields of the listing form that most listings do not need, behind a summary. */
export function FoldedFields({ title, isOpenAtFirst, hasError, children }: FoldedFieldsProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <details open={isOpen || hasError} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="button-text">{title}</summary>
      <div className="grid gap-4 pt-3">{children}</div>
    </details>
  );
}
