import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Image } from '#contract/catalog.ts';
import { limits } from '#contract/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea, TextField } from '../../../ui/field.tsx';
import { BoxFields, type Unit } from './box-fields.tsx';
import type { DraftDetail } from './close-look-draft.ts';
import type { Chosen } from './picture-stage.tsx';

interface DetailListProps {
  details: readonly DraftDetail[];
  image: Image;
  unit: Unit;
  chosen: Chosen;
  /** The messages of the server by field, for example `details.0.name`. */
  errors: Readonly<Record<string, string>>;
  onChoose: (chosen: Chosen) => void;
  onChange: (detail: DraftDetail) => void;
  onMove: (position: number, by: -1 | 1) => void;
  onRemove: (position: number) => void;
}

/** The details in the order in which the viewer shows them. Everything can be written here without seeing the picture. */
export function DetailList({ details, errors, chosen, onChoose, ...change }: DetailListProps) {
  return (
    <ol className="detail-list" aria-label={t`Details`}>
      {details.map((detail, position) => (
        <li
          key={detail.key}
          data-detail={detail.key}
          className={chosen === detail.key ? 'detail-chosen' : undefined}
          onFocus={() => onChoose(detail.key)}
        >
          <DetailFields
            {...{ detail, position, isLast: position === details.length - 1, ...change }}
            nameError={errors[`details.${position}.name`]}
            textError={errors[`details.${position}.text`]}
          />
        </li>
      ))}
    </ol>
  );
}

interface DetailFieldsProps extends Pick<DetailListProps, 'image' | 'unit' | 'onChange' | 'onMove' | 'onRemove'> {
  detail: DraftDetail;
  position: number;
  isLast: boolean;
  nameError: string | undefined;
  textError: string | undefined;
}

function DetailFields(props: DetailFieldsProps) {
  const { detail, position, isLast, nameError, textError, image, unit, onChange, onMove, onRemove } = props;
  const number = position + 1;
  return (
    <fieldset>
      <legend>
        <span className="detail-number">
          <Trans>
            <span className="visually-hidden">Detail </span>
            {number}
          </Trans>
        </span>
      </legend>
      <div className="grid gap-3">
        <TextField
          label={t`Name`}
          small
          maxLength={limits.name}
          autoComplete="off"
          value={detail.name}
          error={nameError}
          onChange={({ target }) => onChange({ ...detail, name: target.value })}
        />
        <TextArea
          label={t`What one sees`}
          hint={t`One sentence, may be empty`}
          rows={2}
          maxLength={limits.shortProse}
          value={detail.text}
          error={textError}
          onChange={({ target }) => onChange({ ...detail, text: target.value.replaceAll(/(?<!\s)\s*\n\s*/g, ' ') })}
        />
        <BoxFields
          box={detail.box}
          number={number}
          image={image}
          unit={unit}
          onChange={(box) => onChange({ ...detail, box })}
        />
        <div className="flex flex-wrap gap-x-4">
          <Button variant="text" small data-move="-1" disabled={position === 0} onClick={() => onMove(position, -1)}>
            <Trans>
              Move up<span className="visually-hidden"> detail {number}</span>
            </Trans>
          </Button>
          <Button variant="text" small data-move="1" disabled={isLast} onClick={() => onMove(position, 1)}>
            <Trans>
              Move down<span className="visually-hidden"> detail {number}</span>
            </Trans>
          </Button>
          <Button variant="text" small onClick={() => onRemove(position)}>
            <Trans>
              Remove<span className="visually-hidden"> detail {number}</span>
            </Trans>
          </Button>
        </div>
      </div>
    </fieldset>
  );
}
