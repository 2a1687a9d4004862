import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import { languageNames } from '#contract/languages.ts';
import { limits } from '#contract/limits.ts';
import { type TranslatedKind, translatedKinds } from '#contract/translated-texts.ts';
import type { Translation } from '#contract/translations.ts';
import { call } from '../../../api.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { FailureNote } from '../../../ui/note.tsx';
import { redirectIfDenied, requireAdmin, useHasRole } from '../../admin-access.ts';
import { Crumbs } from '../../crumbs.tsx';
import { panelMeta } from '../../panel-meta.ts';
import { ListFailure } from '../../table/list-failure.tsx';
import { SaveBar } from '../save-bar.tsx';
import { useSectionForm } from '../use-section-form.ts';
import type { Route } from './+types/translation-page.ts';
import { fieldTitle, subjectName } from './translation-words.ts';

const language = 'vi';

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  await requireAdmin();
  const kind = translatedKinds.find((known) => known === params.kind) ?? 'listing';
  const answer = await call('getTranslation', { params: { language, kind, id: params.id } });
  return { answer: redirectIfDenied(answer), kind, id: params.id };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return panelMeta(loaderData ? nameOf(loaderData) : t`Translation`, matches[0].loaderData?.shop.name);
}

/** The page on which the texts of one subject are translated, each with its English text below (docs/behaviour/languages.md, 8). */
export default function TranslationPage({ loaderData: { answer, kind, id } }: Route.ComponentProps) {
  return (
    <>
      <div className="bar">
        <Crumbs to="/admin/settings/languages" title={t`Languages`} />
        <h1 className="mr-0! wrap-anywhere">{nameOf({ answer, kind, id })}</h1>
        {answer.success && kind === 'listing' && (
          <Link className="button button-line ml-auto" to={`/product/${encodeURIComponent(id)}`}>
            {t`See in the shop`}
          </Link>
        )}
      </div>
      {answer.success ? (
        <TranslationForm key={`${kind} ${id}`} kind={kind} id={id} fields={answer.translation.fields} />
      ) : (
        <ListFailure message={answer.message} />
      )}
    </>
  );
}

const nameOf = ({ answer, kind, id }: Awaited<ReturnType<typeof clientLoader>>) =>
  answer.success ? subjectName(kind, id, answer.translation.name) : t`Translation`;

interface TranslationFormProps {
  kind: TranslatedKind;
  id: string;
  fields: Translation['fields'];
}

function TranslationForm({ kind, id, fields }: TranslationFormProps) {
  const mayWrite = useHasRole(kind === 'shop' ? 'owner' : 'staff');
  const { draft, changed, isBusy, failure, form, change, discard } = useTranslationForm({ kind, id, fields });
  const titleOf = (field: string) =>
    fieldTitle(
      field,
      fields.map((known) => known.field),
    );
  if (fields.length === 0) return <NothingToTranslate />;
  return (
    <form className="stack" {...form}>
      <section className="panel" aria-label={languageNames[language]}>
        <div className="settings-text">
          {fields.map(({ field, english, isOutdated }) => (
            <TextArea
              key={field}
              label={titleOf(field)}
              name={field}
              lang={language}
              rows={linesOnPhones(english)}
              // The height of the field follows its text.
              fieldClass={linesOnPhones(english) > 2 ? 'product-prose' : ''}
              maxLength={limits.longText}
              readOnly={!mayWrite}
              value={draft[field] ?? ''}
              error={failure?.fields?.[`texts.${field}`]}
              hint={<EnglishHint text={english} isOutdated={isOutdated} />}
              onChange={({ target }) => change({ [field]: target.value })}
            />
          ))}
        </div>
      </section>
      {mayWrite && changed.length === 0 && fields.some(({ isOutdated }) => isOutdated) && (
        <div className="stack">
          {failure?.message && <FailureNote>{failure.message}</FailureNote>}
          <div>
            <Button type="submit" variant="line" busy={isBusy}>
              {t`The translation still fits`}
            </Button>
          </div>
        </div>
      )}
      <SaveBar changed={changed.map(titleOf)} failure={failure} busy={isBusy} onDiscard={discard} />
    </form>
  );
}

function useTranslationForm({ kind, id, fields }: TranslationFormProps) {
  // Saving marks all outdated translations as up to date, also those whose words were not changed.
  const outdated = fields.filter(({ isOutdated }) => isOutdated);
  const unchanged = Object.fromEntries(outdated.map(({ field, text }) => [field, text]));
  return useSectionForm<Record<string, string>>({
    saved: Object.fromEntries(fields.map(({ field, text }) => [field, text])),
    fields: fields.map(({ field }) => field),
    words: { saved: t`Translation saved`, failed: t`Failed to save the translation` },
    save: ({ expected: _, ...changes }) => {
      const texts = Object.fromEntries(
        Object.entries({ ...unchanged, ...changes }).map(([field, text]) => [field, text ?? '']),
      );
      // The English texts may have changed since the page was opened.
      const english = Object.fromEntries(fields.map((seen) => [seen.field, seen.english]));
      return call('writeTranslation', { params: { language, kind, id }, body: { texts, english } });
    },
  });
}

function NothingToTranslate() {
  return (
    <section className="panel">
      <p className="panel-words muted">
        {t`There is no text to translate. The shop’s own words are translated already.`}
      </p>
    </section>
  );
}

/** The estimated number of lines of a translation on a phone, at most 12, from 30 characters in a line. */
const linesOnPhones = (english: string) =>
  Math.min(12, Math.ceil(english.length / 30) + english.split('\n').length - 1);

function EnglishHint({ text, isOutdated }: { text: string; isOutdated: boolean }) {
  return (
    <>
      {isOutdated && <Badge tone="gold">{t`The English text has changed since`}</Badge>}
      {isOutdated && ' '}
      <span className="whitespace-pre-line wrap-anywhere" lang="en">
        {text}
      </span>
    </>
  );
}
