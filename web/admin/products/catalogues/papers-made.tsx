import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRevalidator } from 'react-router';
import type { CataloguePaper } from '#contract/catalogue-papers.ts';
import { call } from '../../../api.ts';
import { useTimes } from '../../../shell/use-times.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { FailureNote } from '../../../ui/note.tsx';
import { useSubmission } from '../../../ui/use-submission.ts';
import { useHasRole } from '../../admin-access.ts';
import { focusMain } from '../../focus-main.ts';
import { DownloadPaper, drawnInWords, sizeInWords } from './make-paper.tsx';

/** The papers that were made within the last day, the latest first. */
export function PapersMade({ papers }: { papers: readonly CataloguePaper[] }) {
  const mayRemove = useHasRole('staff');
  return (
    <section className="panel" aria-labelledby="papers-made">
      <header>
        <h2 id="papers-made">{t`Made before`}</h2>
      </header>
      {papers.length === 0 ? (
        <p className="p-5 muted">{t`Nothing yet. A PDF can be downloaded for a day.`}</p>
      ) : (
        <ul className="rows">
          {papers.map((paper) => (
            <PaperRow key={paper.id} paper={paper} mayRemove={mayRemove} />
          ))}
        </ul>
      )}
    </section>
  );
}

function PaperRow({ paper, mayRemove }: { paper: CataloguePaper; mayRemove: boolean }) {
  const { minute } = useTimes();
  const { revalidate } = useRevalidator();
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await call('removeCataloguePaper', { params: { id: paper.id } });
    if (!answer.success && answer.status !== 404) return answer;
    await revalidate();
    // The button that was pressed is removed.
    focusMain();
    return undefined;
  });
  const { title } = paper;
  const isUnderWay = paper.state === 'waiting' || paper.state === 'running';
  return (
    <li className="flex-wrap">
      <Icon name="receipt" />
      <span className="min-w-0 grow wrap-anywhere">
        <span className="strong block">{title}</span>
        <small className="subtle block">
          {stateInWords(paper)}, <time dateTime={paper.createdAt}>{minute(paper.createdAt)}</time>
        </small>
      </span>
      <span className="flex flex-wrap gap-2">
        {paper.state === 'done' && <DownloadPaper paper={paper} />}
        {mayRemove && (
          <Button variant="text" small busy={isBusy} onClick={submit}>
            {isUnderWay ? (
              <Trans>
                Cancel<span className="visually-hidden"> {title}</span>
              </Trans>
            ) : (
              <Trans>
                Delete<span className="visually-hidden"> {title}</span>
              </Trans>
            )}
          </Button>
        )}
      </span>
      {failure && <FailureNote>{failure.message}</FailureNote>}
    </li>
  );
}

function stateInWords(paper: CataloguePaper): string {
  const { state, pages } = paper;
  if (state === 'waiting') return t`Waiting`;
  if (state === 'failed') return t`Could not be made`;
  if (state === 'running') return drawnInWords(paper);
  const fileSize = sizeInWords(paper.size);
  return plural(pages, { one: `# page, ${fileSize}`, other: `# pages, ${fileSize}` });
}
