import type { ConditionReport } from '#contract/condition-reports.ts';
import { capitalised, conditionTexts, placeInWords } from '#contract/condition-words.ts';
import { partialDateInWords } from '#contract/provenance-lines.ts';
import { MarkedPicture } from './marked-picture.tsx';

/** A report that cannot be changed: it was issued, or the reader may only look. */
export function ReportValues({ report }: { report: ConditionReport }) {
  const { examinedOn, examiner, state, photographs } = report;
  return (
    <>
      <dl className="facts max-w-3xl">
        <dt>Examined</dt>
        <dd>{partialDateInWords(examinedOn) || 'Not yet'}</dd>
        <dt>By</dt>
        <dd className="wrap-anywhere">{examiner || 'Nobody yet'}</dd>
        <dt>Overall state</dt>
        <dd>{state === '' ? 'Not judged yet' : capitalised(state)}</dd>
        {conditionTexts.map(
          ([name, label]) => report[name] !== '' && <Value key={name} {...{ label, text: report[name] }} />,
        )}
      </dl>
      {photographs.map(({ image, caption, marks }, position) => (
        <section key={image.url} className="photograph" aria-label={`Photograph ${position + 1}`}>
          <h2 className="heading-block wrap-anywhere">
            Photograph {position + 1} of {photographs.length}
            {caption && `: ${caption}`}
          </h2>
          <div className="photograph-columns">
            <MarkedPicture image={image} name={`Photograph ${position + 1}`} marks={marks} />
            <ol className="mark-list" aria-label={`Marks of photograph ${position + 1}`}>
              {marks.map((mark, number) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: marks that are shown do not change.
                <li key={number} className="mark-value">
                  <span className="mark-number">{number + 1}</span>
                  <span className="wrap-anywhere">
                    <b className="strong">{capitalised(mark.kind)}.</b> {mark.text}{' '}
                    <small className="muted block">{placeInWords(mark)}</small>
                  </span>
                </li>
              ))}
            </ol>
          </div>
        </section>
      ))}
    </>
  );
}

function Value({ label, text }: { label: string; text: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd className="whitespace-pre-line wrap-anywhere">{text}</dd>
    </>
  );
}
