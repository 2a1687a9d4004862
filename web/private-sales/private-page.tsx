import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import type { OpenedLink } from '#contract/private-sales.ts';
import { BrokenLink, LinkFallback, linkMeta, useLinkToken } from '../account/link-page.tsx';
import { type Answer, call } from '../api.ts';
import { StatePage } from '../shell/state-page.tsx';
import { useTimes } from '../shell/use-times.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { recoverFocus } from '../ui/recover-focus.ts';
import type { Route } from './+types/private-page.ts';
import { OfferActions } from './offer-actions.tsx';
import { Listings } from './pieces.tsx';
import stylesheet from './private.css?url';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }];

/** Makes the server render only `HydrateFallback`, because the token of the link exists only in the browser. */
export function clientLoader() {
  return null;
}

export function meta({ matches }: Route.MetaArgs) {
  return linkMeta(t`For you`, matches[0].loaderData?.shop.name);
}

export function HydrateFallback() {
  return <LinkFallback title={t`For you`} />;
}

/** The page behind a private link (docs/behaviour/private-sales.md). */
export default function PrivatePage() {
  const token = useLinkToken();
  if (token === '') return <BrokenLink>{t`Open the link exactly as you received it.`}</BrokenLink>;
  return <Opened key={token} token={token} />;
}

function Opened({ token }: { token: string }) {
  const [answer, setAnswer] = useState<Answer<'openPrivateLink'> | null>(null);
  const hasOpened = useRef(false);
  async function open() {
    const opened = await call('openPrivateLink', { body: { token } });
    flushSync(() => setAnswer(opened));
  }
  useEffect(() => {
    // The server counts every call as an opening of the link.
    if (!hasOpened.current) void open();
    hasOpened.current = true;
  });
  if (!answer) return <HydrateFallback />;
  if (!answer.success)
    return (
      <StatePage
        title={answer.status === 404 ? t`This link opens nothing` : t`This did not load`}
        action={
          answer.status === 404 ? (
            <BrowseLink />
          ) : (
            <Button onClick={() => void open().then(recoverFocus)}>{t`Try Again`}</Button>
          )
        }
      >
        {answer.message}
      </StatePage>
    );
  if (answer.link) return <OpenLink token={token} link={answer.link} />;
  return <EndedLink at={answer.endedAt ?? ''} />;
}

function EndedLink({ at }: { at: string }) {
  const { day } = useTimes();
  const endDay = day(at);
  return (
    <StatePage
      title={t`This link ended on ${endDay}`}
      action={
        <span className="flex flex-wrap justify-center gap-3">
          <Link className="button" to="/#contact">
            <Trans>Ask for it to be opened again</Trans>
          </Link>
          <BrowseLink />
        </span>
      }
    >
      <Trans>The gallery opened it for you until then. What nobody has bought may be in the collection again.</Trans>
    </StatePage>
  );
}

function BrowseLink() {
  return (
    <Link className={buttonClass('line')} to="/#collection">
      <Trans>Browse Collection</Trans>
    </Link>
  );
}

function OpenLink({ token, link }: { token: string; link: OpenedLink }) {
  const { end } = useTimes();
  const [isDeclined, setDeclined] = useState(false);
  const { kind, name, note, until, pieces } = link;
  function showThanks() {
    flushSync(() => setDeclined(true));
    // The dialog and the button that opened it were removed.
    recoverFocus();
  }
  if (isDeclined)
    return (
      <StatePage title={t`Thank you for letting us know`} action={<BrowseLink />}>
        <span role="status">
          <Trans>Nothing is reserved for you any more, and nothing is owed.</Trans>
        </span>
      </StatePage>
    );
  const isOffer = kind === 'offer';
  const count = pieces.length;
  const time = end(until);
  return (
    <main id="main" className="page">
      <div className="room-note">
        <div className="grid gap-2">
          <h1 className="heading-section">{titleOf(link)}</h1>
          <p className="muted">
            {plural(count, { one: `One piece, until ${time}`, other: `# pieces, until ${time}` })}
          </p>
        </div>
        <div className="grid gap-5">
          {note && <p className="prose whitespace-pre-line wrap-anywhere">{note}</p>}
          {isOffer && <OfferActions token={token} link={link} onDeclined={showThanks} />}
          <p className="small muted">
            {name && isOffer ? `${t`You see this because you came by your link, ${name}.`} ` : ''}
            <Trans>
              The gallery sees on which days this link was opened and how often, but not by whom or from where.
            </Trans>
          </p>
        </div>
      </div>
      <Listings token={token} link={link} />
    </main>
  );
}

const titleOf = ({ kind, name }: OpenedLink) =>
  kind === 'offer' ? (name ? t`Reserved for ${name}` : t`Reserved for you`) : name || t`For you`;
