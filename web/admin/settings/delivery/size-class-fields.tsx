import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ClassLimit, ratedClasses } from '#contract/listing-size.ts';
import { TextField } from '../../../ui/field.tsx';
import { choiceWords } from '../../listing-form/field-labels.ts';
import type { DeliveryFieldsProps } from './field-props.ts';

/** The fields for the longest side and the largest weight of each size class. */
export function SizeClassFields({ draft: { classes }, errors, onChange }: DeliveryFieldsProps) {
  return (
    <section className="panel">
      <header>
        <h2>{t`Size classes`}</h2>
        <p>
          <Trans>
            A piece gets the smallest class that takes its size and weight. You can set another on the piece. Anything
            larger is by request: always “Ask us”.
          </Trans>
        </p>
      </header>
      {ratedClasses.map((name) => (
        <div className="settings-group" key={name}>
          <h3>{choiceWords.sizeClass[name]}</h3>
          <div>
            <div className="pair">
              {(['longestCm', 'heaviestKg'] as const).map((measure) => (
                <TextField
                  key={measure}
                  label={<MeasureLabel size={choiceWords.sizeClass[name]} measure={measure} />}
                  small
                  inputMode="decimal"
                  autoComplete="off"
                  value={classes[name][measure]}
                  error={errors[`classes.${name}.${measure}`]}
                  onChange={({ target }) =>
                    onChange({ classes: { ...classes, [name]: { ...classes[name], [measure]: target.value } } })
                  }
                />
              ))}
            </div>
          </div>
        </div>
      ))}
    </section>
  );
}

function MeasureLabel({ size, measure }: { size: string; measure: keyof ClassLimit }) {
  return measure === 'longestCm' ? (
    <Trans>
      <span className="visually-hidden">{size}: </span>Up to, longest side, cm
    </Trans>
  ) : (
    <Trans>
      <span className="visually-hidden">{size}: </span>Up to, weight, kg
    </Trans>
  );
}
