import { type PolicySettings, policyAddress, policyNames, policyTitles } from '#contract/policies.ts';

/** The texts for staff and viewers, who read the pages themselves. */
export function PolicyTexts(texts: PolicySettings) {
  return (
    <section className="panel">
      <h2 className="visually-hidden">Pages</h2>
      <ul className="rows">
        {policyNames.map((name) => (
          <li key={name}>
            {texts[name] === '' ? (
              `${policyTitles[name]}: no text yet`
            ) : (
              <a href={policyAddress(name)}>{policyTitles[name]}</a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
