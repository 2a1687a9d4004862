import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ContactLines } from '../shell/contact-lines.tsx';
import { ContactForm } from './contact-form.tsx';

/** The contact section of the home page (docs/behaviour/pages.md, 1). `words` replace its own unless they are empty. */
export function Contact({ words }: { words: string }) {
  return (
    <section id="contact" className="page pb-(--gap-section)">
      <div className="contact">
        <div>
          <h2 className="heading-section">
            <Trans>Contact</Trans>
          </h2>
          <p className="muted prose mt-4">
            {words ||
              t`Ask about a piece, a commission, or a visit to the workshop. A person answers, usually within a day.`}
          </p>
          <ContactLines className="mt-6 grid gap-2" />
        </div>
        <ContactForm />
      </div>
    </section>
  );
}
