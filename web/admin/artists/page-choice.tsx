import { t } from '@lingui/core/macro';
import { Checkbox } from '../../ui/field.tsx';

interface PageChoiceProps {
  published: boolean;
  onChange: (changes: { published: boolean }) => void;
  /** For a new artist or series: whether pieces that have its name as text are linked to it. Null for a saved one. */
  linking: { label: string; checked: boolean; onChange: (checked: boolean) => void } | null;
}

/** The choice whether an artist or a series has a page in the shop. */
export function PageChoice({ published, onChange, linking }: PageChoiceProps) {
  return (
    <>
      <Checkbox
        label={t`Show a page in the shop`}
        name="published"
        checked={published}
        onChange={(event) => onChange({ published: event.target.checked })}
      />
      {linking && (
        <Checkbox
          label={linking.label}
          checked={linking.checked}
          onChange={(event) => linking.onChange(event.target.checked)}
        />
      )}
    </>
  );
}
