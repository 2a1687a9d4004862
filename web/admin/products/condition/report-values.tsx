import { t } from '@lingui/core/macro';
import type { ConditionReport } from '#contract/condition-reports.ts';
import { conditionTexts, placeInWords } from '#contract/condition-words.ts';
import { partialDateInWords } from '#contract/provenance-lines.ts';
import { language } from '../../../language/language.ts';
import { markLabel, stateLabels } from './condition-labels.ts';
import { MarkedPicture } from './marked-picture.tsx';

/** A report that cannot be changed: it was issued, or the reader may only look. */
export function ReportValues({ report }: { report: ConditionReport }) {
  const { examinedOn, examiner, state, photographs } = report;
  return (
    <>
      <dl className="facts max-w-3xl">
        <dt>{t`Examined`}</dt>
        <dd>{partialDateInWords(examinedOn, language) || t`Not yet`}</dd>
        <dt>{t`By`}</dt>
        <dd className="wrap-anywhere">{examiner || t`Nobody yet`}</dd>
        <dt>{t`Overall state`}</dt>
        <dd>{state === '' ? t`Not judged yet` : stateLabels[state]}</dd>
        {conditionTexts.map(
          ([name, label]) => report[name] !== '' && <Value key={name} {...{ label, text: report[name] }} />,
        )}
      </dl>
      {photographs.map((photograph, position) => (
        <Photograph
          key={photograph.image.url}
          photograph={photograph}
          number={position + 1}
          count={photographs.length}
        />
      ))}
    </>
  );
}

interface PhotographProps {
  photograph: ConditionReport['photographs'][number];
  number: number;
  count: number;
}

function Photograph({ photograph: { image, caption, marks }, number, count }: PhotographProps) {
  return (
    <section className="photograph" aria-label={t`Photograph ${number}`}>
      <h2 className="heading-block wrap-anywhere">
        {t`Photograph ${number} of ${count}`}
        {caption && `: ${caption}`}
      </h2>
      <div className="photograph-columns">
        <MarkedPicture image={image} number={number} marks={marks} />
        <ol className="mark-list" aria-label={t`Marks of photograph ${number}`}>
          {marks.map((mark, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: marks that are shown do not change.
            <li key={index} className="mark-value">
              <span className="mark-number">{index + 1}</span>
              <span className="wrap-anywhere">
                <b className="strong">{markLabel(mark.kind)}.</b> {mark.text}{' '}
                <small className="muted block">{placeInWords(mark)}</small>
              </span>
            </li>
          ))}
        </ol>
      </div>
    </section>
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
