import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { limits } from '#contract/limits.ts';
import { partialDateInWords } from '#contract/provenance-lines.ts';
import { call } from '../../../api.ts';
import { language } from '../../../language/language.ts';
import { TextField } from '../../../ui/field.tsx';
import { ActionDialog } from '../../action-dialog.tsx';

/** What the dialog needs to name a report. */
interface NamedReport {
  id: string;
  /** The name of the piece. */
  name: string;
  examinedOn: string;
}

/** What staff does with a report. */
export type ConditionStep =
  | { kind: 'begin'; listing: { id: string; name: string } }
  | { kind: 'issue'; report: NamedReport & { version: number } }
  | { kind: 'withdraw' | 'send' | 'delete'; report: NamedReport }
  | { kind: 'take back'; report: NamedReport; linkId: string; to: string };

interface ConditionDialogProps {
  /** Null while the dialog is closed. */
  step: ConditionStep | null;
  onClose: () => void;
  /** Called with the id of a report that was begun. */
  onBegun?: (id: string) => void;
  onDeleted?: () => void;
}

const words: Readonly<Record<ConditionStep['kind'], { title: string; label: string; done: string }>> = {
  begin: { title: t`Write a condition report`, label: t`Begin`, done: t`Draft begun` },
  issue: { title: t`Issue the condition report`, label: t`Issue`, done: t`Condition report issued` },
  withdraw: { title: t`Withdraw the condition report`, label: t`Withdraw`, done: t`Condition report withdrawn` },
  send: { title: t`Send the condition report`, label: t`Send`, done: t`Condition report sent` },
  delete: { title: t`Delete the draft`, label: t`Delete`, done: t`Draft deleted` },
  'take back': { title: t`Take the link back`, label: t`Take Back`, done: t`The link opens nothing any more` },
};
const blank = { name: '', email: '', reason: '' };

/** Asks before a report is begun, issued, withdrawn, sent or deleted, or a link is taken back (docs/behaviour/condition-reports.md). */
export function ConditionDialog({ step, onClose, onBegun, onDeleted }: ConditionDialogProps) {
  const [typed, setTyped] = useState(blank);
  const close = () => {
    setTyped(blank);
    onClose();
  };
  return (
    <ActionDialog
      row={step}
      title={({ kind }) => words[kind].title}
      confirmLabel={({ kind }) => words[kind].label}
      question={questionOf}
      details={({ kind }) => <Fields kind={kind} typed={typed} onChange={setTyped} />}
      action={async (chosen) => {
        const answer = await act(chosen, typed);
        if (answer.success && chosen.kind === 'begin' && 'report' in answer) onBegun?.(answer.report.id);
        if (answer.success && chosen.kind === 'delete') onDeleted?.();
        return answer;
      }}
      done={({ kind }) => words[kind].done}
      failed={t`That did not work`}
      harmless={step?.kind !== 'withdraw' && step?.kind !== 'delete' && step?.kind !== 'take back'}
      onClose={close}
    />
  );
}

function questionOf(step: ConditionStep): string {
  if (step.kind === 'begin') {
    const { name } = step.listing;
    return t`A draft about “${name}” has a page of its own. Visitors see nothing of it until you issue it.`;
  }
  const { name, examinedOn } = step.report;
  const day = partialDateInWords(examinedOn, language) || t`no day yet`;
  if (step.kind === 'issue')
    return t`From then on the report of “${name}” of ${day} never changes. The page of the piece says that it exists, and whoever is interested can ask you for it.`;
  if (step.kind === 'withdraw')
    return t`Nobody is sent the report of “${name}” of ${day} any more, and its links open nothing. It stays in the list with your reason. This cannot be undone.`;
  if (step.kind === 'send')
    return t`An email has a link to the report of “${name}” of ${day}. The link ends after 30 days.`;
  if (step.kind === 'take back') return takingBack(step.to);
  return t`Everything that is written in the report of “${name}” of ${day} is lost.`;
}

const takingBack = (email: string) =>
  email
    ? t`The link that ${email} got opens nothing from then on.`
    : t`The link that somebody got opens nothing from then on.`;

function act(step: ConditionStep, { name, email, reason }: typeof blank) {
  switch (step.kind) {
    case 'begin':
      return call('addConditionReport', { params: { id: step.listing.id }, body: {} });
    case 'issue':
      return call('issueConditionReport', { params: { id: step.report.id }, body: { version: step.report.version } });
    case 'withdraw':
      return call('withdrawConditionReport', { params: { id: step.report.id }, body: { reason } });
    case 'send':
      return call('sendConditionReport', { params: { id: step.report.id }, body: { name, email } });
    case 'take back':
      return call('endConditionLink', { params: { id: step.report.id, linkId: step.linkId } });
    case 'delete':
      return call('deleteConditionReport', { params: { id: step.report.id } });
  }
}

interface FieldsProps {
  kind: ConditionStep['kind'];
  typed: typeof blank;
  onChange: (typed: typeof blank) => void;
}

function Fields({ kind, typed, onChange }: FieldsProps) {
  const field = (name: keyof typeof blank) => ({
    value: typed[name],
    onChange: ({ target }: { target: HTMLInputElement }) => onChange({ ...typed, [name]: target.value }),
    autoComplete: 'off',
  });
  if (kind === 'withdraw')
    return (
      <span className="mt-4 grid gap-4">
        <TextField
          label={t`Reason`}
          hint={t`For your records only`}
          maxLength={limits.shortText}
          {...field('reason')}
        />
      </span>
    );
  if (kind !== 'send') return null;
  return (
    <span className="mt-4 grid gap-4">
      <TextField label={t`Email`} type="email" maxLength={limits.email} {...field('email')} />
      <TextField label={t`Name`} hint={t`May be empty`} maxLength={limits.name} {...field('name')} />
    </span>
  );
}
