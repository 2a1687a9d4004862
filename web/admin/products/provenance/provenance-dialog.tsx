import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { limits } from '#contract/limits.ts';
import type { ProvenanceEntry } from '#contract/provenance.ts';
import { entryText, ownershipKinds, type ProvenanceKind, provenanceKinds } from '#contract/provenance-lines.ts';
import { call } from '../../../api.ts';
import { Checkbox, Select, TextField } from '../../../ui/field.tsx';
import { ActionDialog } from '../../action-dialog.tsx';

interface Piece {
  id: string;
  name: string;
}

/** What staff does with the provenance of a piece. */
export type ProvenanceStep =
  | { kind: 'add'; listing: Piece }
  | { kind: 'correct' | 'strike'; listing: Piece; entry: ProvenanceEntry };

interface ProvenanceDialogProps {
  /** Null while the dialog is closed. */
  step: ProvenanceStep | null;
  onClose: () => void;
}

const titles = { add: t`Add to the provenance`, correct: t`Correct the entry`, strike: t`Strike out the entry` };
const labels = { add: t`Add`, correct: t`Correct`, strike: t`Strike out` };
const successes = { add: t`Provenance added`, correct: t`Entry corrected`, strike: t`Entry struck out` };

/** Adds, corrects or strikes out an entry (docs/behaviour/provenance.md, 1 to 3). */
export function ProvenanceDialog({ step, onClose }: ProvenanceDialogProps) {
  const [opened, setOpened] = useState(step);
  const [draft, setDraft] = useState<Draft>(blank);
  if (step !== opened) {
    setOpened(step);
    if (step) setDraft(step.kind === 'correct' ? draftOf(step.entry) : blank);
  }
  return (
    <ActionDialog
      row={step}
      title={({ kind }) => titles[kind]}
      confirmLabel={({ kind }) => labels[kind]}
      question={questionOf}
      details={({ kind }) => <Fields kind={kind} draft={draft} onChange={setDraft} />}
      action={(chosen) => act(chosen, draft)}
      done={({ kind }) => successes[kind]}
      failed={t`The provenance could not be changed`}
      harmless={step?.kind !== 'strike'}
      onClose={onClose}
    />
  );
}

interface Draft {
  kind: ProvenanceKind;
  date: string;
  text: string;
  place: string;
  owner: string;
  isPublic: boolean;
  reason: string;
}

const blank: Draft = { kind: 'exhibited', date: '', text: '', place: '', owner: '', isPublic: true, reason: '' };

const draftOf = ({ kind, date, text, place, owner, isPublic }: ProvenanceEntry): Draft => ({
  kind,
  date,
  text,
  place,
  owner,
  isPublic,
  reason: '',
});

function questionOf(step: ProvenanceStep): string {
  if (step.kind === 'add') {
    const { name } = step.listing;
    return t`About “${name}”. An entry is never changed, only corrected by a later one.`;
  }
  const entry = entryText(step.entry);
  if (step.kind === 'correct') return t`A new entry stands in place of “${entry}”. Both are kept.`;
  return t`“${entry}” is no longer shown. It is kept, with your reason.`;
}

function act(step: ProvenanceStep, { reason, ...entry }: Draft) {
  if (step.kind === 'add') return call('addProvenance', { params: { id: step.listing.id }, body: entry });
  const params = { id: step.listing.id, entryId: step.entry.id };
  if (step.kind === 'strike') return call('strikeProvenance', { params, body: { reason } });
  return call('correctProvenance', { params, body: { ...entry, reason } });
}

const kindLabels: Readonly<Record<ProvenanceKind, string>> = {
  made: t`Made`,
  exhibited: t`Exhibited`,
  published: t({ message: 'Published', context: 'an entry of the provenance' }),
  restored: t`Restored`,
  sold: t`Sold`,
  resold: t`Resold`,
  owned: t`Changed hands`,
};

interface FieldsProps {
  kind: ProvenanceStep['kind'];
  draft: Draft;
  onChange: (draft: Draft) => void;
}

function Fields({ kind, draft, onChange }: FieldsProps) {
  const field = (name: 'date' | 'text' | 'place' | 'owner' | 'reason', maxLength: number = limits.shortText) => ({
    value: draft[name],
    onChange: ({ target }: { target: HTMLInputElement }) => onChange({ ...draft, [name]: target.value }),
    autoComplete: 'off',
    maxLength,
  });
  return (
    <span className="mt-4 grid gap-4">
      {kind !== 'strike' && (
        <>
          <Select
            label={t({ message: 'What', context: 'an entry of the provenance' })}
            value={draft.kind}
            onChange={({ target }) =>
              onChange({ ...draft, kind: provenanceKinds.find((known) => known === target.value) ?? draft.kind })
            }
          >
            {provenanceKinds.map((known) => (
              <option key={known} value={known}>
                {kindLabels[known]}
              </option>
            ))}
          </Select>
          <TextField
            label={t`When`}
            hint={t`2022, 2022-03 or 2022-03-14; empty if nobody knows`}
            {...field('date', 10)}
          />
          <TextField
            label={t`What happened`}
            hint={
              ownershipKinds.includes(draft.kind)
                ? t`Left empty, the owner says it.`
                : t`For example: Shown at the spring opening`
            }
            {...field('text')}
          />
          <TextField label={t`Where, or a remark`} {...field('place')} />
          {ownershipKinds.includes(draft.kind) && (
            <TextField
              label={t`Owner from then on`}
              hint={t`Left empty, visitors read “Private collection”, or the buyer’s name if the buyer wants it.`}
              {...field('owner', limits.name)}
            />
          )}
          <Checkbox
            label={t`Visitors see it`}
            checked={draft.isPublic}
            onChange={({ target }) => onChange({ ...draft, isPublic: target.checked })}
          />
        </>
      )}
      {kind !== 'add' && <TextField label={t`Reason`} hint={t`For your records only`} {...field('reason')} />}
    </span>
  );
}
