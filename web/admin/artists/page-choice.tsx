import { t } from '@lingui/core/macro';
import { Checkbox } from '../../ui/field.tsx';

interface PageChoiceProps {
  published: boolean;
  onChange: (changes: { published: boolean }) => void;
  /** Of a new artist or series: whether the pieces that have its name already get it. */
  linking: { label: string; checked: boolean; onChange: (checked: boolean) => void } | null;
}

/** Whether an artist or a series has a page in the shop. */
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
