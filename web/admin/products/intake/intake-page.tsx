import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { type Answer, call } from '../../../api.ts';
import { inDigits } from '../../../language/numbers.ts';
import { UnsavedChanges } from '../../../shell/unsaved-changes.tsx';
import { useTimes } from '../../../shell/use-times.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { redirectIfDenied, requireAdmin } from '../../admin-access.ts';
import { Crumbs } from '../../crumbs.tsx';
import { ListFailure } from '../../table/list-failure.tsx';
import type { Route } from './+types/intake-page.ts';
import { FactsStep } from './facts-step.tsx';
import stylesheet from './intake.css?url';
import { intakeAddress } from './intake-address.ts';
import { LostNote } from './lost-note.tsx';
import { PhotographChooser } from './photograph-chooser.tsx';
import { PhotographsStep } from './photographs-step.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { type Intake, useIntake } from './use-intake.ts';
import { useIntakeUpload } from './use-intake-upload.ts';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }];

export async function clientLoader() {
  await requireAdmin('staff');
  return { answer: redirectIfDenied(await call('getIntake')) };
}

/** A step changes only the address, and the page itself keeps the photographs that wait up to date, so nothing is loaded again. */
export function shouldRevalidate() {
  return false;
}

/** The page on which a folder of photographs becomes drafts (docs/behaviour/intake.md). */
export default function IntakePage({ loaderData: { answer } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const isFacts = search.get('step') === 'facts';
  return answer.success ? (
    <Steps loaded={answer} isFacts={isFacts} />
  ) : (
    <>
      <Head isFacts={isFacts} hasPhotographs={false} />
      <ListFailure message={answer.message} />
    </>
  );
}

const factsAddress = `${intakeAddress}?step=facts`;

function Head({ isFacts, hasPhotographs }: { isFacts: boolean; hasPhotographs: boolean }) {
  return (
    <>
      <div className="bar">
        <Crumbs to="/admin/products" title={t`Products`} />
        <h1>{t`Bring in photographs`}</h1>
        <Link
          className={`${buttonClass(isFacts || !hasPhotographs ? 'line' : 'plain')} ml-auto`}
          to={isFacts ? intakeAddress : factsAddress}
        >
          {isFacts ? t`Back to photographs` : t`Next: facts`}
        </Link>
      </div>
      <ol className="intake-steps">
        <li aria-current={isFacts ? undefined : 'step'}>
          <span className="number numeric">1</span>
          {t`Photographs`}
        </li>
        <li aria-current={isFacts ? 'step' : undefined}>
          <span className="number numeric">2</span>
          {t`Facts and drafts`}
        </li>
      </ol>
    </>
  );
}

/** Both steps of the page. Uploads continue while the facts are typed. */
function Steps({ loaded, isFacts }: { loaded: Extract<Answer<'getIntake'>, { success: true }>; isFacts: boolean }) {
  const intake = useIntake(loaded);
  const { refresh } = intake;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const waiting = intake.pieces.reduce((count, { pictures }) => count + pictures.length, 0);
  const upload = useIntakeUpload(waiting, () => {
    // One refresh is enough for several photographs that arrive together.
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void refresh(), 300);
  });
  const onTheirWay = upload.uploads.filter(({ state }) => state !== 'failed').length;
  return (
    <>
      <Head isFacts={isFacts} hasPhotographs={waiting > 0} />
      <UnsavedChanges
        dirty={intake.saving.is !== 'saved'}
        leaving={false}
        onStay={() => {}}
        onDiscard={() => {}}
        save={intake.saveNow}
      />
      <LostNote intake={intake} />
      {isFacts ? (
        <>
          {(upload.uploads.length > 0 || upload.arrived > 0) && (
            <section className="panel p-5" aria-label={t`Photographs on their way`}>
              <UploadProgress upload={upload} />
            </section>
          )}
          <FactsStep intake={intake} onTheirWay={onTheirWay} />
        </>
      ) : (
        <>
          <PhotographChooser upload={upload} />
          <KeptUntil intake={intake} photographs={waiting} />
          <PhotographsStep intake={intake} />
        </>
      )}
    </>
  );
}

function KeptUntil({ intake: { pieces, keptUntil }, photographs }: { intake: Intake; photographs: number }) {
  const { day } = useTimes();
  if (keptUntil === null) return null;
  const { length } = pieces;
  const [photographsShown, piecesShown, lastDay] = [inDigits(photographs), inDigits(length), day(keptUntil)];
  return (
    <p className="muted numeric">
      <Trans>
        <Plural value={photographs} one={`${photographsShown} photograph`} other={`${photographsShown} photographs`} />{' '}
        in <Plural value={length} one={`${piecesShown} piece`} other={`${piecesShown} pieces`} />, kept until{' '}
        <time dateTime={keptUntil}>{lastDay}</time> if nothing changes.
      </Trans>
    </p>
  );
}
