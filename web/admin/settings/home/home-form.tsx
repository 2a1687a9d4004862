import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Listing } from '#contract/catalog.ts';
import type { HomeSettings } from '#contract/home.ts';
import { call } from '../../../api.ts';
import { SaveBar } from '../save-bar.tsx';
import { SavedMeanwhile } from '../saved-meanwhile.tsx';
import { useSectionForm } from '../use-section-form.ts';
import { AboutFields } from './about-fields.tsx';
import { CountedText } from './counted-text.tsx';
import { HeroFields } from './hero-fields.tsx';
import { homeFields, homeFieldTitles } from './home-fields.ts';
import { HomePreview, type PreviewPart } from './home-preview.tsx';

/** The fields beside a preview, which shows the part of the page whose fields have the focus. */
export function HomeForm({ saved, pieces }: { saved: HomeSettings; pieces: readonly Listing[] }) {
  const { draft, changed, disputed, isBusy, failure, form, change, changeWith, discard, takeTheirs } = useSectionForm({
    saved,
    fields: homeFields,
    save: (body) => call('updateHomeSettings', { body }),
  });
  const [part, setPart] = useState<PreviewPart>('hero');
  const errors = failure?.fields ?? {};
  return (
    <form className="stack" {...form}>
      <div className="panels">
        <div className="stack">
          <section className="panel" onFocus={() => setPart('hero')} aria-labelledby="home-hero">
            <header>
              <h2 id="home-hero">{t`Hero`}</h2>
            </header>
            <HeroFields draft={draft} pieces={pieces} errors={errors} onChange={change} />
          </section>
          <section className="panel" onFocus={() => setPart('about')} aria-labelledby="home-about">
            <header>
              <h2 id="home-about">{t`About`}</h2>
            </header>
            <AboutFields draft={draft} errors={errors} onChange={change} onChangeWith={changeWith} />
          </section>
          <section className="panel" onFocus={() => setPart('contact')} aria-labelledby="home-contact">
            <header>
              <h2 id="home-contact">{t`Contact words`}</h2>
            </header>
            <div className="settings-text">
              <CountedText
                label={t`Text beside the form`}
                field="contactWords"
                rows={3}
                value={draft.contactWords}
                error={errors.contactWords}
                onText={(contactWords) => change({ contactWords })}
              />
            </div>
          </section>
        </div>
        <HomePreview draft={draft} part={part} />
      </div>
      {disputed.length > 0 && <SavedMeanwhile news={titlesOf(disputed)} onTake={takeTheirs} />}
      <SaveBar changed={titlesOf(changed)} failure={failure} busy={isBusy} onDiscard={discard} />
    </form>
  );
}

const titlesOf = (names: readonly (keyof HomeSettings)[]) => names.map((name) => homeFieldTitles[name]);
