import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { Image } from '#contract/catalog.ts';
import type { Box, EditedCloseLook } from '#contract/close-look.ts';
import { limits } from '#contract/limits.ts';
import { Select } from '../../../ui/field.tsx';
import { type Unit, units } from './box-fields.tsx';
import { type CloseLookDraft, type DraftDetail, newDetail } from './close-look-draft.ts';
import { DetailsSection } from './details-section.tsx';
import { type Chosen, PictureStage } from './picture-stage.tsx';
import { PieceFields } from './piece-fields.tsx';

interface EditedPictureProps {
  image: Image;
  draft: CloseLookDraft;
  listing: EditedCloseLook['listing'];
  errors: Readonly<Record<string, string>>;
  /** An update function, because a box can be dragged while something else changes. */
  onChange: (change: (draft: CloseLookDraft) => CloseLookDraft) => void;
  /** Waits for the next change, then focuses the element that the selector finds. */
  focusNext: (selector: string) => void;
}

/** The picture with its boxes, and beside it the fields of the piece and of the details. */
export function EditedPicture(props: EditedPictureProps) {
  const { image, draft, listing, errors, focusNext } = props;
  const [unit, setUnit] = useState<Unit>('percent');
  const { chosen, setChosen, ...edit } = useEdits(props);
  const { details } = draft;
  const isFull = details.length >= limits.detailsPerPiece;
  return (
    <div className="close-look-columns">
      <div className="stage-column">
        <PictureStage
          {...{ image, draft, chosen }}
          onChoose={setChosen}
          onPiece={edit.writePiece}
          onDetail={edit.writeDetail}
          onDraw={isFull ? null : edit.addDetail}
        />
        <p className="hint">
          <Trans>
            Drag on the picture for a new detail. Drag a box or one of its corners, or move it with the arrow keys: 1
            percent, with Shift 5; with Alt its size changes.
          </Trans>
        </p>
      </div>
      <div className="grid content-start gap-8">
        <UnitField unit={unit} onChange={setUnit} />
        <PieceFields
          {...{ listing, image, unit, box: draft.box }}
          onChange={edit.writePiece}
          onMark={edit.markPiece}
          onRemove={edit.removePiece}
        />
        <DetailsSection
          {...{ details, image, unit, chosen, errors, focusNext }}
          onChoose={setChosen}
          onChange={edit.writeDetails}
          onAdd={isFull ? null : () => edit.addDetail(newDetailBox)}
        />
      </div>
    </div>
  );
}

/** The functions that change the boxes and details, and which of them is chosen. */
function useEdits({ onChange, focusNext }: Pick<EditedPictureProps, 'onChange' | 'focusNext'>) {
  const [chosen, setChosen] = useState<Chosen>(null);
  const writePiece = (box: Box | null) => onChange((current) => ({ ...current, box }));
  const writeDetails = (change: (details: readonly DraftDetail[]) => readonly DraftDetail[]) =>
    onChange((current) => ({ ...current, details: change(current.details) }));
  const writeDetail = (detail: DraftDetail) =>
    writeDetails((current) => current.map((other) => (other.key === detail.key ? detail : other)));

  function markPiece() {
    focusNext('.box-of-piece .box-body');
    writePiece(newPieceBox);
  }

  function removePiece() {
    focusNext('[data-part="piece"] .button-line');
    writePiece(null);
  }

  function addDetail(box: Box) {
    const detail = newDetail(box);
    setChosen(detail.key);
    focusNext(`[data-detail="${detail.key}"] input`);
    writeDetails((current) => [...current, detail]);
  }

  return { chosen, setChosen, writePiece, markPiece, removePiece, writeDetails, writeDetail, addDetail };
}

function UnitField({ unit, onChange }: { unit: Unit; onChange: (unit: Unit) => void }) {
  return (
    <Select
      label={t`Places in`}
      small
      fieldClass="unit-field"
      value={unit}
      onChange={({ target }) => onChange(units.find((known) => known === target.value) ?? 'percent')}
    >
      <option value="percent">{t`Percent of the picture`}</option>
      <option value="pixels">{t`Pixels of the picture`}</option>
    </Select>
  );
}

const newPieceBox: Box = { x: 0.05, y: 0.05, width: 0.9, height: 0.9 };
const newDetailBox: Box = { x: 0.35, y: 0.35, width: 0.3, height: 0.3 };
