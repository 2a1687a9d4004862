import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { saveFile } from '../../../account/save-file.ts';
import { callForFile } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { FailureNote } from '../../../ui/note.tsx';
import { useSubmission } from '../../../ui/use-submission.ts';
import { adminFailure } from '../../admin-failure.ts';

const exports = [
  {
    endpoint: 'exportPieces',
    file: 'pieces.csv',
    name: t`All pieces as CSV`,
    words: t`Every field of the product form. Change it in a spreadsheet and import it again.`,
  },
  {
    endpoint: 'exportPiecesAsJson',
    file: 'pieces.json',
    name: t`All pieces as JSON`,
    words: t`The same for programs.`,
  },
  {
    endpoint: 'exportPictures',
    file: 'pictures.tar',
    name: t`Pictures`,
    words: t`As they were uploaded, each named by its piece, in one archive. This may take some minutes.`,
  },
] as const;

/** Downloads all pieces and pictures as files; for owners. */
export function ExportsPanel() {
  return (
    <section className="panel" aria-labelledby="exports">
      <header>
        <h2 id="exports">{t`Export`}</h2>
        <p>{t`Your collection as files, also to move to another shop. The audit names who exported it.`}</p>
      </header>
      <ul className="rows">
        {exports.map((one) => (
          <Export key={one.endpoint} {...one} />
        ))}
      </ul>
    </section>
  );
}

function Export({ endpoint, file, name, words }: (typeof exports)[number]) {
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await callForFile(endpoint);
    if (!answer.success) return adminFailure(t`Failed to export`, answer);
    saveFile(answer.file, file);
    return undefined;
  });
  return (
    <li>
      <span className="grow">
        {name}
        <small className="way-words">{words}</small>
        {failure && <FailureNote>{failure.message}</FailureNote>}
      </span>
      <Button
        variant="line"
        small
        className="whitespace-nowrap"
        busy={isBusy}
        busyLabel={t`Exporting...`}
        onClick={submit}
      >
        <Icon name="download" small />
        <Trans>
          Download<span className="visually-hidden"> {name}</span>
        </Trans>
      </Button>
    </li>
  );
}
