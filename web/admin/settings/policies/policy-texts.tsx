import { t } from '@lingui/core/macro';
import { type PolicySettings, policyAddress, policyNames, policyTitles } from '#contract/policies.ts';

/** The texts for staff and viewers, who read the pages themselves. */
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
              <a href={policyAddress(name)}>{policyTitles[name]}</a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const noTextYet = (title: string) => t`${title}: no text yet`;
