import type { FieldChange } from './audit-changes.ts';

/** Number of changes shown at first; the rest can be expanded. */
const shownAtOnce = 3;

export function ChangeList({ changes }: { changes: readonly FieldChange[] }) {
  if (changes.length <= shownAtOnce) return <Changes changes={changes} />;
  return (
    <details>
      <summary>{changes.length} fields</summary>
      <Changes changes={changes} />
    </details>
  );
}

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
