import { plural } from '@lingui/core/macro';
import type { FieldChange } from './audit-changes.ts';

/** A list of more changes than this is closed at first and shows only how many fields changed. */
const mostShownOpen = 3;

export function ChangeList({ changes }: { changes: readonly FieldChange[] }) {
  if (changes.length <= mostShownOpen) return <Changes changes={changes} />;
  return (
    <details>
      <summary>{fieldsInWords(changes.length)}</summary>
      <Changes changes={changes} />
    </details>
  );
}

const fieldsInWords = (count: number) => plural(count, { one: '# field', other: '# fields' });

function Changes({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <ul>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          <span className="subtle">{field}: </span>
          {before !== null && <del>{before}</del>}
          {before !== null && after !== null && <span> → </span>}
          {after !== null && <ins>{after}</ins>}
        </li>
      ))}
    </ul>
  );
}
