import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Enquiry } from '#contract/enquiries.ts';
import { limits } from '#contract/limits.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, TextArea } from '../../ui/field.tsx';
import { FailureNote } from '../../ui/note.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useSubmission } from '../../ui/use-submission.ts';
import { adminFailure } from '../admin-failure.ts';

interface AnswerFormProps {
  enquiry: Enquiry;
  /** Called after the answer was sent or cancelled. */
  onClose: () => void;
}

/** Writes an answer, which is sent by email and kept with the enquiry. The text stays after a failure. */
export function AnswerForm({ enquiry: { id, email, doneAt }, onClose }: AnswerFormProps) {
  const [text, setText] = useState('');
  const [isDone, setDone] = useState(true);
  const { revalidate } = useRevalidator();
  const { isBusy, failure, form } = useSubmission(async () => {
    if (text.trim() === '') return { message: '', fields: { text: t`Please write an answer` } };
    const answer = await call('replyToEnquiry', { params: { id }, body: { text, done: isDone && doneAt === null } });
    if (!answer.success) return adminFailure(t`Failed to send the answer`, answer);
    showToast({ tone: 'done', text: t`Answer sent` });
    await revalidate();
    onClose();
  });
  const { ref } = form;
  useEffect(() => ref.current?.querySelector('textarea')?.focus(), [ref]);
  return (
    <form className="form" {...form}>
      <TextArea
        label={t`Answer to ${email}`}
        name="text"
        rows={6}
        maxLength={limits.message}
        value={text}
        error={failure?.fields?.text}
        onChange={({ target }) => setText(target.value)}
      />
      {doneAt === null && (
        <Checkbox label={t`Mark as done`} checked={isDone} onChange={({ target }) => setDone(target.checked)} />
      )}
      {failure?.message && <FailureNote>{failure.message}</FailureNote>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" small busy={isBusy} busyLabel={t`Sending...`}>
          <Trans>Send Answer</Trans>
        </Button>
        <Button variant="line" small onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}
