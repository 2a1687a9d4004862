import { Trans } from '@lingui/react/macro';
import type { Detail } from '#contract/close-look.ts';

interface DetailListProps {
  details: readonly Detail[];
  /** The number of the detail in view, 1 for the first; null for the whole piece. */
  current: number | null;
  onChoose: (number: number | null) => void;
}

/**
 * The details as buttons that move the view. Only the sentence of the current one is shown; without scripts all are. On phones the
 * names are in a row with the sentence below it.
 */
export function DetailList({ details, current, onChoose }: DetailListProps) {
  if (details.length === 0) return null;
  const said = current === null ? undefined : details[current - 1];
  return (
    <section className="look-details" aria-labelledby="look-details">
      <h2 className="look-title" id="look-details">
        <Trans>Details</Trans>
      </h2>
      <ol>
        <li>
          <button type="button" aria-current={current === null ? 'true' : undefined} onClick={() => onChoose(null)}>
            <span />
            <span>
              <Trans>Whole piece</Trans>
            </span>
          </button>
        </li>
        {details.map(({ name, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: their order stays while the page is open, and two may have the same name.
          <li key={index}>
            <button
              type="button"
              aria-current={index + 1 === current ? 'true' : undefined}
              onClick={() => onChoose(index + 1)}
            >
              <span>{index + 1}</span>
              <span>{name}</span>
            </button>
            {text && <p hidden={index + 1 !== current}>{text}</p>}
          </li>
        ))}
      </ol>
      <p className="look-said" role="status">
        {said && (said.text || said.name)}
      </p>
    </section>
  );
}
