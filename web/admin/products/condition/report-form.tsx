import { t } from '@lingui/core/macro';
import { startTransition, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Image } from '#contract/catalog.ts';
import type { ConditionReport } from '#contract/condition-reports.ts';
import { conditionStates, conditionTexts } from '#contract/condition-words.ts';
import { limits } from '#contract/limits.ts';
import { call } from '../../../api.ts';
import { UnsavedChanges } from '../../../shell/unsaved-changes.tsx';
import { Button } from '../../../ui/button.tsx';
import { Select, TextArea, TextField } from '../../../ui/field.tsx';
import { FailureNote } from '../../../ui/note.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { type FormFailure, useSubmission } from '../../../ui/use-submission.ts';
import { adminFailure } from '../../admin-failure.ts';
import { stateLabels } from './condition-labels.ts';
import { PhotographsFields } from './photographs-fields.tsx';
import { isSameReport, type ReportDraft, reportDraftOf, writtenOf } from './report-draft.ts';

interface ReportFormProps {
  report: ConditionReport;
  /** The pictures of the piece that the shop stores. */
  own: readonly Image[];
  /** Asks whether to issue the saved draft. */
  onIssue: (report: ConditionReport) => void;
  onDelete: () => void;
}

/** The form of a draft (docs/behaviour/condition-reports.md, 1 to 5). Issuing saves it first. */
export function ReportForm({ report, own, onIssue, onDelete }: ReportFormProps) {
  const [saved, setSaved] = useState(() => ({ report, draft: reportDraftOf(report) }));
  const [draft, setDraft] = useState(saved.draft);
  const isDirty = !isSameReport(draft, saved.draft);
  const { revalidate } = useRevalidator();
  const saving = useSubmission(() => save());
  const issuing = useSubmission(async () => {
    // The form shows the latest failure of both buttons at the field that it is about.
    saving.setFailure(null);
    if (isDirty) saving.setFailure((await save(onIssue)) ?? null);
    else onIssue(saved.report);
    return undefined;
  });

  async function save(then?: (report: ConditionReport) => void): Promise<FormFailure | undefined> {
    const body = { ...writtenOf(draft), version: saved.report.version };
    const answer = await call('changeConditionReport', { params: { id: report.id }, body });
    if (!answer.success) return adminFailure(t`Failed to save the draft`, answer);
    // What was typed meanwhile stays.
    setSaved({ report: answer.report, draft });
    await revalidate();
    if (then) startTransition(() => then(answer.report));
    else showToast({ tone: 'done', text: t`Draft saved` });
    return undefined;
  }

  const { failure } = saving;
  const write = (changes: Partial<ReportDraft>) => setDraft((current) => ({ ...current, ...changes }));
  return (
    <form className="grid gap-8" {...saving.form}>
      <FactFields draft={draft} failure={failure} onChange={write} />
      <PhotographsFields
        photographs={draft.photographs}
        own={own}
        error={failure?.fields?.photographs}
        onChange={(change) => setDraft((current) => ({ ...current, photographs: change(current.photographs) }))}
      />
      <div className="report-foot">
        {failure?.message && <FailureNote>{failure.message}</FailureNote>}
        <Button type="submit" variant="line" busy={saving.isBusy} busyLabel={t`Saving...`} disabled={!isDirty}>
          {isDirty ? t`Save Draft` : t`Saved`}
        </Button>
        <Button busy={issuing.isBusy} busyLabel={t`Saving...`} onClick={issuing.submit}>
          {t`Issue Report`}
        </Button>
        <Button variant="danger" onClick={onDelete}>
          {t`Delete Draft`}
        </Button>
      </div>
      <UnsavedChanges dirty={isDirty} leaving={false} onStay={() => {}} onDiscard={() => setDraft(saved.draft)} />
    </form>
  );
}

interface FactFieldsProps {
  draft: ReportDraft;
  failure: FormFailure | null;
  onChange: (changes: Partial<ReportDraft>) => void;
}

function FactFields({ draft, failure, onChange }: FactFieldsProps) {
  const errors = failure?.fields ?? {};
  return (
    <section className="grid max-w-3xl gap-4" aria-label={t`The examination`}>
      <div className="report-facts">
        <TextField
          label={t`Examined on`}
          type="date"
          value={draft.examinedOn}
          error={errors.examinedOn}
          onChange={({ target }) => onChange({ examinedOn: target.value })}
        />
        <TextField
          label={t`Examined by`}
          maxLength={limits.name}
          autoComplete="off"
          value={draft.examiner}
          error={errors.examiner}
          onChange={({ target }) => onChange({ examiner: target.value })}
        />
        <Select
          label={t`Overall state`}
          value={draft.state}
          onChange={({ target }) => onChange({ state: conditionStates.find((known) => known === target.value) ?? '' })}
        >
          <option value="">{t`Not judged yet`}</option>
          {conditionStates.map((state) => (
            <option key={state} value={state}>
              {stateLabels[state]}
            </option>
          ))}
        </Select>
      </div>
      {conditionTexts.map(([name, label]) => (
        <TextArea
          key={name}
          label={label}
          rows={3}
          maxLength={limits.message}
          value={draft[name]}
          error={errors[name]}
          onChange={({ target }) => onChange({ [name]: target.value })}
        />
      ))}
    </section>
  );
}
