import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import { type PolicySettings, policyAddress, policyNames, policyTitles } from '#contract/policies.ts';

/** Links to the pages with the texts, for staff and viewers, who cannot edit them. */
export function PolicyTexts(texts: PolicySettings) {
  return (
    <section className="panel">
      <h2 className="visually-hidden">{t`Pages`}</h2>
      <ul className="rows">
        {policyNames.map((name) => (
          <li key={name}>
            {texts[name] === '' ? (
              noTextYet(policyTitles[name])
            ) : (
              <Link to={policyAddress(name)}>{policyTitles[name]}</Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const noTextYet = (title: string) => t`${title}: no text yet`;
