import { t } from '@lingui/core/macro';
import {
  type LabelSize,
  labelGrid,
  labelMillimetres,
  labelSizes,
  type PaperSize,
  paperLanguages,
  paperSizes,
} from '#contract/catalogue-lines.ts';
import { languageNames } from '#contract/languages.ts';
import { limits } from '#contract/limits.ts';
import { Checkbox, Select, TextField } from '../../../ui/field.tsx';
import { hasOwnPicture, type PaperDraft } from './paper-draft.ts';

interface PaperChoicesProps {
  draft: PaperDraft;
  onChange: (changes: Partial<PaperDraft>) => void;
}

/** The fields for how the paper looks: cover, language, sheet, and what it shows of each piece. */
export function PaperChoices({ draft, onChange }: PaperChoicesProps) {
  return (
    <section className="panel" aria-labelledby="paper-choices">
      <header>
        <h2 id="paper-choices">{t`How it looks`}</h2>
      </header>
      <div className="grid items-start gap-4 p-5 sm:grid-cols-2">
        {draft.kind === 'labels' ? (
          <LabelSizes draft={draft} onChange={onChange} />
        ) : (
          <Titles draft={draft} onChange={onChange} />
        )}
        <Select
          label={t`Language of the fixed words`}
          value={draft.language}
          onChange={({ target }) => onChange({ language: chosenOf(paperLanguages, target.value) })}
        >
          {paperLanguages.map((language) => (
            <option key={language} value={language} lang={language}>
              {languageNames[language]}
            </option>
          ))}
        </Select>
        <Select
          label={t`Paper`}
          value={draft.size}
          onChange={({ target }) => onChange({ size: chosenOf(paperSizes, target.value) })}
        >
          {paperSizes.map((size) => (
            <option key={size} value={size}>
              {sizeNames[size]}
            </option>
          ))}
        </Select>
        <div className="grid gap-3 sm:col-span-2">
          {checks.map(([name, label]) => (
            <Checkbox
              key={name}
              label={label}
              checked={draft[name]}
              onChange={({ target }) => onChange({ [name]: target.checked })}
            />
          ))}
        </div>
      </div>
    </section>
  );
}

const checks = [
  ['showsPrices', t`Prices`],
  ['showsDescriptions', t`Descriptions`],
  ['showsQr', t`QR code to the piece`],
  ['showsReserved', t`Half a dot on reserved pieces`],
] as const;

function Titles({ draft, onChange }: PaperChoicesProps) {
  const covers = draft.pieces.filter(hasOwnPicture);
  return (
    <>
      <TextField
        label={t`Title`}
        value={draft.title}
        maxLength={limits.shortText}
        hint={t`Empty: the usual title`}
        onChange={({ target }) => onChange({ title: target.value })}
      />
      <TextField
        label={t`Subtitle`}
        value={draft.subtitle}
        maxLength={limits.shortText}
        onChange={({ target }) => onChange({ subtitle: target.value })}
      />
      {draft.kind === 'catalogue' && (
        <Select
          label={t`Picture on the cover`}
          fieldClass="sm:col-span-2"
          value={draft.coverId ?? ''}
          onChange={({ target }) => onChange({ coverId: target.value || null })}
        >
          <option value="">{t`No picture`}</option>
          {covers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </>
  );
}

function LabelSizes({ draft, onChange }: PaperChoicesProps) {
  return (
    <Select
      label={t`Size of a label`}
      fieldClass="sm:col-span-2"
      value={draft.labelSize}
      onChange={({ target }) => onChange({ labelSize: chosenOf(labelSizes, target.value) })}
    >
      {labelSizes.map((label) => (
        <option key={label} value={label}>
          {labelInWords(draft.size, label)}
        </option>
      ))}
    </Select>
  );
}

/** The size of a label and how many fit on a sheet, for example '90 x 60 mm, 8 on a sheet'. */
function labelInWords(size: PaperSize, label: LabelSize): string {
  const { width, height } = labelMillimetres[label];
  const count = labelsOnSheet(size, label);
  return t`${width} x ${height} mm, ${count} on a sheet`;
}

/** The same as a sentence that also mentions the lines to cut along. */
export function cutLabelsInWords(size: PaperSize, label: LabelSize): string {
  const { width, height } = labelMillimetres[label];
  const count = labelsOnSheet(size, label);
  return t`${width} x ${height} mm, ${count} on a sheet, with lines to cut along.`;
}

function labelsOnSheet(size: PaperSize, label: LabelSize): number {
  const { columns, rows } = labelGrid(size, label);
  return columns * rows;
}

const sizeNames: Readonly<Record<PaperSize, string>> = { a4: 'A4', a5: 'A5', letter: t`US Letter` };

/** The member of `values` that equals `chosen`. The first is only for the types: every option is a member. */
function chosenOf<Value extends string>(values: readonly [Value, ...Value[]], chosen: string): Value {
  return values.find((value) => value === chosen) ?? values[0];
}
