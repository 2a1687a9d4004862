import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link, useRevalidator } from 'react-router';
import { languageNames, translated } from '#contract/languages.ts';
import type { LanguageSettings as Settings } from '#contract/settings.ts';
import type { TranslationProgress } from '#contract/translations.ts';
import { call } from '../../../api.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { FailureNote } from '../../../ui/note.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useSubmission } from '../../../ui/use-submission.ts';
import { redirectIfDenied, requireAdmin, useHasRole } from '../../admin-access.ts';
import { adminFailure } from '../../admin-failure.ts';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { ListFailure } from '../../table/list-failure.tsx';
import type { Route } from './+types/language-settings.ts';
import { kindTitles, subjectName, translationPath } from './translation-words.ts';

export async function clientLoader() {
  await requireAdmin();
  const [settings, progress] = await Promise.all([
    call('getLanguageSettings'),
    call('getTranslationProgress', { params: { language: 'vi' } }),
  ]);
  return { settings: redirectIfDenied(settings), progress: redirectIfDenied(progress) };
}

/** The settings for languages: which ones visitors can choose, and what is not translated yet (docs/behaviour/languages.md, 8). */
export default function LanguageSettings({ loaderData: { settings, progress } }: Route.ComponentProps) {
  if (!settings.success) return <ListFailure message={settings.message} />;
  if (!progress.success) return <ListFailure message={progress.message} />;
  return (
    <div className="stack">
      <section className="panel">
        <header>
          <h2>{t`Languages`}</h2>
        </header>
        <div className="settings-text">
          <p className="muted">
            <Trans>
              The shop speaks English. A second language has its own addresses, /vi for Vietnamese, and a link in the
              header and the footer of every page. Visitors choose it themselves, and get emails in it. This panel has
              the link after its sections.
            </Trans>
          </p>
          {translated.map((language) => (
            <ShownLanguage key={language} language={language} settings={settings.settings} />
          ))}
        </div>
      </section>
      <section className="panel">
        <header>
          <h2>{t`Translations`}</h2>
        </header>
        <ProgressTable progress={progress.progress.filter(({ total }) => total > 0)} />
      </section>
    </div>
  );
}

function ShownLanguage({
  language,
  settings: { shown },
}: {
  language: (typeof translated)[number];
  settings: Settings;
}) {
  const mayChange = useHasRole('owner');
  const { revalidate } = useRevalidator();
  const isShown = shown.includes(language);
  const { isBusy, failure, submit } = useSubmission(async () => {
    const changed = isShown ? shown.filter((one) => one !== language) : [...shown, language];
    const answer = await call('updateLanguageSettings', { body: { shown: changed, expected: { shown } } });
    if (!answer.success) return adminFailure(t`Failed to save the settings`, answer);
    await revalidate();
    showToast({ tone: 'done', text: isShown ? t`Vietnamese is hidden` : t`Vietnamese is shown` });
    return undefined;
  });
  return (
    <>
      <div className="flex flex-wrap items-center gap-4">
        <span className="strong" lang={language}>
          {languageNames[language]}
        </span>
        {isShown ? <Badge tone="gold">{t`Shown`}</Badge> : <Badge>{t`Not shown`}</Badge>}
        {mayChange && (
          <Button
            variant="line"
            small
            busy={isBusy}
            aria-label={isShown ? t`Hide Vietnamese` : t`Show Vietnamese`}
            onClick={submit}
          >
            {isShown ? t`Hide` : t`Show`}
          </Button>
        )}
      </div>
      {failure && <FailureNote>{failure.message}</FailureNote>}
    </>
  );
}

function ProgressTable({ progress }: { progress: readonly TranslationProgress[] }) {
  const columns: Column<TranslationProgress, never>[] = [
    { title: t`What`, cellClass: 'strong cell-main', cell: ({ kind }) => kindTitles[kind] },
    {
      title: t`Translated`,
      cellClass: 'numeric cell-second',
      cell: ({ translated: done, total }) => t`${done} of ${total}`,
    },
    { title: t`Missing`, cellClass: 'cell-full wrap-anywhere', cell: (row) => <Missing {...row} /> },
  ];
  if (progress.length === 0) return <p className="state muted">{t`There is nothing to translate yet.`}</p>;
  return (
    <DataTable
      label={t`What is translated`}
      form="table-plain"
      columns={columns}
      rows={progress}
      idOf={({ kind }) => kind}
    />
  );
}

/** Links to the pages on which missing and outdated translations are written. */
function Missing({ kind, missing, total, translated: done }: TranslationProgress) {
  const more = total - done - missing.length;
  return (
    <>
      {/* Narrow screens have no table head. */}
      <span className="subtle lg:hidden">{t`Missing:`} </span>
      {missing.length === 0 ? (
        <span className="subtle">{t`None`}</span>
      ) : (
        <ul className="flex flex-wrap gap-x-4">
          {missing.map(({ id, name, reason }) => (
            <li key={id}>
              <Link to={translationPath(kind, id)}>{subjectName(kind, id, name)}</Link>
              {reason === 'outdated' && <span className="subtle"> {t`(the English text has changed)`}</span>}
            </li>
          ))}
          {more > 0 && <li className="subtle">{t`and ${more} more`}</li>}
        </ul>
      )}
    </>
  );
}
