import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { OrderNote } from '#contract/fulfilment.ts';
import { limits } from '#contract/limits.ts';
import { type Answer, call } from '../../api.ts';
import { useTimes } from '../../shell/use-times.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { FailureNote } from '../../ui/note.tsx';
import { recoverFocus } from '../../ui/recover-focus.ts';
import { useSubmission } from '../../ui/use-submission.ts';
import { useHasRole } from '../admin-access.ts';
import { adminFailure } from '../admin-failure.ts';
import { focusMain } from '../focus-main.ts';
import { useOrderNews } from '../orders/order-news.ts';
import { ListFailure } from '../table/list-failure.tsx';
import { useFocusAfter } from '../use-focus-after.ts';

const notesAtFirst = 10;

/** What staff have written about an order, newest first, and a field for a further note. */
export function OrderNotes({ orderId }: { orderId: string }) {
  const mayWrite = useHasRole('staff');
  const [pageSize, setPageSize] = useState(notesAtFirst);
  const { answer, reload } = useNotes(orderId, pageSize);
  const part = useRef<HTMLDivElement>(null);
  const focusNext = useFocusAfter(part, answer);
  function showAll() {
    setPageSize(limits.notesPerOrder);
    // The button is removed. If the notes cannot be loaded, Try Again gets the focus: it is then the first button.
    focusNext(`li:nth-child(${notesAtFirst + 1})`, 'button');
  }
  return (
    <div ref={part}>
      {answer?.success === false && <ListFailure message={answer.message} onRetry={reload} />}
      {answer?.success && answer.notes.length === 0 && !mayWrite && <p className="px-5 py-4 muted">{t`No notes.`}</p>}
      {answer?.success && answer.notes.length > 0 && (
        <ul className="rows">
          {answer.notes.map((note) => (
            <NoteRow key={note.id} orderId={orderId} note={note} mayRemove={mayWrite} onRemoved={reload} />
          ))}
        </ul>
      )}
      {answer?.success && answer.total > answer.notes.length && (
        <p className="px-5 py-2">
          <Button variant="text" onClick={showAll}>
            {t`Show all ${{ total: answer.total }} notes`}
          </Button>
        </p>
      )}
      {mayWrite && (
        <AddNote
          orderId={orderId}
          isBelowNotes={answer?.success === true && answer.notes.length > 0}
          onAdded={reload}
        />
      )}
    </div>
  );
}

/** The newest notes of an order. They are loaded again after a change of any order, and by `reload`. */
function useNotes(orderId: string, pageSize: number) {
  const revision = useOrderNews()?.revision;
  const [answer, setAnswer] = useState<Answer<'listOrderNotes'> | null>(null);
  const load = useCallback(
    (signal?: AbortSignal) =>
      call('listOrderNotes', { params: { id: orderId }, query: { pageSize }, ...(signal && { signal }) }),
    [orderId, pageSize],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision means that a note may have changed.
  useEffect(() => {
    const leaving = new AbortController();
    void load(leaving.signal).then((loaded) => {
      if (!leaving.signal.aborted) setAnswer(loaded);
    });
    return () => leaving.abort();
  }, [load, revision]);
  async function reload() {
    const loaded = await load();
    flushSync(() => setAnswer(loaded));
    // The Try Again button is removed.
    recoverFocus();
  }
  return { answer, reload: () => void reload() };
}

interface NoteRowProps {
  orderId: string;
  note: OrderNote;
  mayRemove: boolean;
  onRemoved: () => void;
}

function NoteRow({ orderId, note, mayRemove, onRemoved }: NoteRowProps) {
  const { minute } = useTimes();
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await call('removeOrderNote', { params: { id: orderId, noteId: note.id } });
    if (!answer.success) return adminFailure(t`Failed to remove the note`, answer);
    focusMain();
    onRemoved();
    return undefined;
  });
  const written = minute(note.at);
  const author = note.author ?? t`A former member of staff`;
  return (
    <li className="items-start!" tabIndex={-1}>
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="whitespace-pre-line">{note.text}</p>
        <span className="subtle text-13 block">
          {author}, <time dateTime={note.at}>{written}</time>
        </span>
        {failure && <FailureNote>{failure.message}</FailureNote>}
      </div>
      {mayRemove && (
        <Button variant="text" small busy={isBusy} onClick={submit}>
          <Trans>
            Remove
            <span className="visually-hidden">
              {' '}
              the note of {author}, {written}
            </span>
          </Trans>
        </Button>
      )}
    </li>
  );
}

interface AddNoteProps {
  orderId: string;
  isBelowNotes: boolean;
  onAdded: () => void;
}

function AddNote({ orderId, isBelowNotes, onAdded }: AddNoteProps) {
  const [text, setText] = useState('');
  const { isBusy, failure, form } = useSubmission(async () => {
    if (text.trim() === '') return { message: '', fields: { text: t`Please write a note` } };
    const answer = await call('addOrderNote', { params: { id: orderId }, body: { text } });
    if (!answer.success) return adminFailure(t`Failed to add the note`, answer);
    setText('');
    onAdded();
    return undefined;
  });
  return (
    <form className={`grid gap-4 px-5 py-4 ${isBelowNotes ? 'border-t border-line' : ''}`} {...form}>
      <TextArea
        label={t`Add a note`}
        hint={t`The buyer never sees it.`}
        rows={3}
        value={text}
        error={failure?.fields?.text}
        onChange={({ target }) => setText(target.value)}
      />
      {failure?.message && <FailureNote>{failure.message}</FailureNote>}
      <div>
        <Button type="submit" variant="line" busy={isBusy}>
          <Trans>Add note</Trans>
        </Button>
      </div>
    </form>
  );
}
