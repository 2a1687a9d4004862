import { t } from '@lingui/core/macro';
import { useRevalidator } from 'react-router';
import type { AdminArtist } from '#contract/artists.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote, Note } from '../../ui/note.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useSubmission } from '../../ui/use-submission.ts';
import { adminFailure } from '../admin-failure.ts';
import { focusMain } from '../focus-main.ts';

/** Says that visitors do not see a saved artist, with the button that gives it a page. */
export function NoPageYet({ artist: { id, published } }: { artist: AdminArtist }) {
  const { revalidate } = useRevalidator();
  const { isBusy, failure, submit } = useSubmission(async () => {
    const body = { published: true, expected: { published } };
    const answer = await call('updateArtist', { params: { id }, body });
    if (!answer.success) return adminFailure(t`Failed to save the artist`, answer);
    await revalidate();
    showToast({ tone: 'done', text: t`The artist has a page in the shop` });
    // The button is removed.
    focusMain();
    return undefined;
  });
  return (
    <>
      <Note tone="info">
        {t`Visitors do not see this artist yet: the page is written here first and shown when you say so.`}{' '}
        <Button variant="text" busy={isBusy} onClick={submit}>
          {t`Show the page in the shop`}
        </Button>
      </Note>
      {failure && <FailureNote>{failure.message}</FailureNote>}
    </>
  );
}
