import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Backups } from '#contract/backups.ts';
import { localeIn } from '#contract/languages.ts';
import { call } from '../../../api.ts';
import { language } from '../../../language/language.ts';
import { inDigits } from '../../../language/numbers.ts';
import { useTimes } from '../../../shell/use-times.ts';
import { Badge } from '../../../ui/badge.tsx';
import { redirectIfDenied, requireAdmin } from '../../admin-access.ts';
import { ListFailure } from '../../table/list-failure.tsx';
import type { Route } from './+types/backup-page.ts';

type Run = Backups['runs'][number];

export async function clientLoader() {
  await requireAdmin();
  return redirectIfDenied(await call('getBackups'));
}

/** The nightly backups (docs/behaviour/backups.md). They are switched on by environment variables; this page only shows them. */
export default function BackupPage({ loaderData: answer }: Route.ComponentProps) {
  if (!answer.success) return <ListFailure message={answer.message} />;
  const { backups } = answer;
  return backups.to === null ? <SwitchedOff /> : <NightlyBackups {...backups} />;
}

function SwitchedOff() {
  return (
    <section className="panel" aria-labelledby="backups">
      <header>
        <h2 id="backups">{t`Nightly backups`}</h2>
        <Badge>{t`Off`}</Badge>
      </header>
      <div className="grid gap-4 p-5">
        <p className="max-w-[60ch]">
          {t`The shop makes no backup by itself. If its machine is lost, so are the pieces, the orders and the pictures.`}
        </p>
        <p className="max-w-[60ch]">
          <Trans>
            Whoever runs the server switches them on with two settings: <code>BACKUP_TO</code>, a folder on another disk
            or a bucket, and <code>BACKUP_PASSPHRASE</code>, which encrypts them.
          </Trans>
        </p>
      </div>
    </section>
  );
}

function NightlyBackups({ to, kept, nextAt, runs }: Backups) {
  const last = runs.find(({ state }) => state === 'done');
  return (
    <section className="panel" aria-labelledby="backups">
      <header>
        <h2 id="backups">{t`Nightly backups`}</h2>
        <p>
          {to === 'folder' ? (
            <Trans>
              Encrypted, to a folder; the latest {kept} are kept. After each one the shop restores it into a temporary
              database and compares every row and file.
            </Trans>
          ) : (
            <Trans>
              Encrypted, to a bucket; the latest {kept} are kept. After each one the shop restores it into a temporary
              database and compares every row and file.
            </Trans>
          )}
        </p>
      </header>
      <div className="grid gap-4 p-5">
        <LastAndNext last={last} nextAt={nextAt} />
        <p className="subtle text-13">
          <Trans>
            A backup does not contain the key of the payment details, <code>card.key</code>. Keep a copy of it in
            another place.
          </Trans>
        </p>
      </div>
      {runs.length > 0 && (
        <>
          <header className="border-t border-line">
            <h3>{t`Last nights`}</h3>
          </header>
          <ul className="rows">
            {runs.map((run) => (
              <RunLine key={run.night} run={run} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function LastAndNext({ last, nextAt }: { last: Run | undefined; nextAt: string | null }) {
  const { minute } = useTimes();
  return (
    <dl className="key-values key-values-wide">
      <dt>{t`Last backup`}</dt>
      <dd>{last ? minute(last.startedAt) : t`None yet`}</dd>
      {last && (
        <>
          <dt>{t`Restored as a rehearsal`}</dt>
          <dd className="wrap-anywhere">{rehearsalInWords(last)}</dd>
          <dt>{t`Contents`}</dt>
          <dd>{contentsInWords(last)}</dd>
        </>
      )}
      {nextAt !== null && (
        <>
          <dt>{t`Next`}</dt>
          <dd>{Date.parse(nextAt) <= Date.now() ? t`Within a minute` : minute(nextAt)}</dd>
        </>
      )}
    </dl>
  );
}

const rehearsalInWords = ({ isRehearsed, error }: Run) =>
  isRehearsed ? t`Yes, and everything agreed` : t`No: ${error}`;

function contentsInWords({ rows, media, bytes, missing }: Run): string {
  const [rowsShown, filesShown, missingShown] = [inDigits(rows), inDigits(media), inDigits(missing)];
  const contents = [
    plural(rows, { one: `${rowsShown} row`, other: `${rowsShown} rows` }),
    plural(media, { one: `${filesShown} picture file`, other: `${filesShown} picture files` }),
    megabytes(bytes),
  ].join(', ');
  if (missing === 0) return contents;
  const lost = plural(missing, {
    one: `${missingShown} picture file did not exist.`,
    other: `${missingShown} picture files did not exist.`,
  });
  return `${contents}. ${lost}`;
}

function RunLine({ run }: { run: Run }) {
  const { minute } = useTimes();
  const { startedAt, state, bytes, error } = run;
  return (
    <li>
      <span className="min-w-0 wrap-anywhere">
        <time className="font-medium" dateTime={startedAt}>
          {minute(startedAt)}
        </time>
        {error !== '' && <span className="subtle text-13 block">{error}</span>}
      </span>
      <span className="end flex items-center gap-3">
        {state === 'done' && <span className="subtle numeric">{megabytes(bytes)}</span>}
        <Badge tone={toneOf(run)}>{wordsOf(run)}</Badge>
      </span>
    </li>
  );
}

function wordsOf({ state, isRehearsed }: Run): string {
  if (state === 'running') return t`Running`;
  if (state === 'failed') return t`Failed`;
  return isRehearsed ? t`Restored` : t`Not restored`;
}

function toneOf({ state, isRehearsed }: Run) {
  if (state === 'running') return 'pending';
  return isRehearsed ? 'paid' : 'cancelled';
}

const region = localeIn(language, 'en-AU');
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toLocaleString(region, { maximumFractionDigits: 1 })} MB`;
