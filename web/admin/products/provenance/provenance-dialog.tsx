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
  /** Null while it is closed. */
  step: ProvenanceStep | null;
  onClose: () => void;
}

const titles = { add: 'Add to the provenance', correct: 'Correct the entry', strike: 'Strike out the entry' };
const labels = { add: 'Add', correct: 'Correct', strike: 'Strike out' };
const successes = { add: 'Provenance added', correct: 'Entry corrected', strike: 'Entry struck out' };

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
      failed="The provenance could not be changed"
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
  ...{ kind, date, text, place, owner, isPublic, reason: '' },
});

function questionOf(step: ProvenanceStep): string {
  if (step.kind === 'add')
    return `About “${step.listing.name}”. An entry is never changed, only corrected by a later one.`;
  if (step.kind === 'correct') return `A new entry stands in place of “${entryText(step.entry)}”. Both are kept.`;
  return `“${entryText(step.entry)}” is no longer shown. It is kept, with your reason.`;
}

function act(step: ProvenanceStep, { reason, ...entry }: Draft) {
  if (step.kind === 'add') return call('addProvenance', { params: { id: step.listing.id }, body: entry });
  const params = { id: step.listing.id, entryId: step.entry.id };
  if (step.kind === 'strike') return call('strikeProvenance', { params, body: { reason } });
  return call('correctProvenance', { params, body: { ...entry, reason } });
}

const kindLabels: Readonly<Record<ProvenanceKind, string>> = {
  made: 'Made',
  exhibited: 'Exhibited',
  published: 'Published',
  restored: 'Restored',
  sold: 'Sold',
  resold: 'Resold',
  owned: 'Changed hands',
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
            label="What"
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
          <TextField label="When" hint="2022, 2022-03 or 2022-03-14; empty if nobody knows" {...field('date', 10)} />
          <TextField
            label="What happened"
            hint={
              ownershipKinds.includes(draft.kind)
                ? 'Left empty, the owner says it.'
                : 'For example: Shown at the spring opening'
            }
            {...field('text')}
          />
          <TextField label="Where, or a remark" {...field('place')} />
          {ownershipKinds.includes(draft.kind) && (
            <TextField
              label="Owner from then on"
              hint="Left empty, visitors read “Private collection”, or the buyer’s name if the buyer wants it."
              {...field('owner', limits.name)}
            />
          )}
          <Checkbox
            label="Visitors see it"
            checked={draft.isPublic}
            onChange={({ target }) => onChange({ ...draft, isPublic: target.checked })}
          />
        </>
      )}
      {kind !== 'add' && <TextField label="Reason" hint="For your records only" {...field('reason')} />}
    </span>
  );
}
