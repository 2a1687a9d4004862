import { t } from '@lingui/core/macro';
/** The values of an artist or a series, which a viewer reads instead of the form. Empty values are left out. */
export function RecordValues<Draft extends object>({
  draft,
  titles,
}: {
  draft: Draft;
  titles: Readonly<Record<keyof Draft, string>>;
}) {
  const pairs: [string, unknown][] = Object.entries(draft);
  const values = pairs.filter(([, value]) => wordsOf(value) !== '');
  const titleOf = new Map<string, string>(Object.entries(titles));
  return (
    <section className="panel" aria-label={t`Values`}>
      <dl className="facts px-5 py-4">
        {values.map(([field, value]) => (
          <div key={field} className="contents">
            <dt>{titleOf.get(field)}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{wordsOf(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function wordsOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? t`Yes` : t`No`;
  if (Array.isArray(value)) return value.map(wordsOf).join('\n');
  if (typeof value === 'object' && value !== null) return Object.values(value).filter(Boolean).join(', ');
  return value === null || value === undefined ? '' : String(value);
}
