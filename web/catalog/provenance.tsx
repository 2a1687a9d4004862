import { Trans } from '@lingui/react/macro';
import type { ProvenanceLine } from '#contract/provenance.ts';
import { partialDateInWords } from '#contract/provenance-lines.ts';
import { language } from '../language/language.ts';

/** The provenance of a piece, with the earliest entry first (docs/behaviour/provenance.md, 4). */
export function Provenance({ lines }: { lines: readonly ProvenanceLine[] }) {
  return (
    <section>
      <h2 className="heading-section text-[1.75rem]">
        <Trans>Provenance</Trans>
      </h2>
      <ol className="dates">
        {lines.map(({ kind, date, text, place }, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no ids, and the list changes only as a whole.
          <li key={position} className={kind === 'made' ? 'made' : undefined}>
            <span className="date numeric">{partialDateInWords(date, language)}</span>
            <p>
              {text}
              {place !== '' && <span>{place}</span>}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
