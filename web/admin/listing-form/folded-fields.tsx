import { type ReactNode, useState } from 'react';

interface FoldedFieldsProps {
  title: string;
  /** Something is entered. Later the admin alone opens and closes them. */
  isOpenAtFirst: boolean;
  /** A field was refused; it must be seen. */
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
