import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { OpenedLink } from '#contract/private-sales.ts';
import { BrokenLink, LinkFallback, linkMeta, useLinkToken } from '../account/link-page.tsx';
import { type Answer, call } from '../api.ts';
import { StatePage } from '../shell/state-page.tsx';
import { useTimes } from '../shell/use-times.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import type { Route } from './+types/private-page.ts';
import { OfferActions } from './offer-actions.tsx';
import { Listings } from './pieces.tsx';
import stylesheet from './private.css?url';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }];

/** The token exists only in the browser: the server renders nothing of what is behind it. */
export function clientLoader() {
  return null;
}

export function meta({ matches }: Route.MetaArgs) {
  return linkMeta('For you', matches[0].loaderData?.shop.name);
}

export function HydrateFallback() {
  return <LinkFallback title="For you" />;
}

/** The page behind a private link (docs/behaviour/private-sales.md). */
export default function PrivatePage() {
  const token = useLinkToken();
  if (token === '') return <BrokenLink>Open the link exactly as you received it.</BrokenLink>;
  return <Opened key={token} token={token} />;
}

function Opened({ token }: { token: string }) {
  const [answer, setAnswer] = useState<Answer<'openPrivateLink'> | null>(null);
  const hasOpened = useRef(false);
  const open = () => void call('openPrivateLink', { body: { token } }).then(setAnswer);
  useEffect(() => {
    // Every call counts as an opening.
    if (!hasOpened.current) void call('openPrivateLink', { body: { token } }).then(setAnswer);
    hasOpened.current = true;
  });
  if (!answer) return <HydrateFallback />;
  if (!answer.success)
    return (
      <StatePage
        title={answer.status === 404 ? 'This link opens nothing' : 'This did not load'}
        action={answer.status === 404 ? <BrowseLink /> : <Button onClick={open}>Try Again</Button>}
      >
        {answer.message}
      </StatePage>
    );
  if (answer.link) return <OpenLink token={token} link={answer.link} />;
  return <EndedLink at={answer.endedAt ?? ''} />;
}

function EndedLink({ at }: { at: string }) {
  const { day } = useTimes();
  return (
    <StatePage
      title={`This link ended on ${day(at)}`}
      action={
        <span className="flex flex-wrap justify-center gap-3">
          <Link className="button" to="/#contact">
            Ask for it to be opened again
          </Link>
          <BrowseLink />
        </span>
      }
    >
      The gallery opened it for you until then. What nobody has bought may be in the collection again.
    </StatePage>
  );
}

function BrowseLink() {
  return (
    <Link className={buttonClass('line')} to="/#collection">
      Browse Collection
    </Link>
  );
}

function OpenLink({ token, link }: { token: string; link: OpenedLink }) {
  const { end } = useTimes();
  const [isDeclined, setDeclined] = useState(false);
  const { kind, name, note, until, pieces } = link;
  if (isDeclined)
    return (
      <StatePage title="Thank you for letting us know" action={<BrowseLink />}>
        <span role="status">Nothing is reserved for you any more, and nothing is owed.</span>
      </StatePage>
    );
  const isOffer = kind === 'offer';
  const count = pieces.length === 1 ? 'One piece' : `${pieces.length} pieces`;
  return (
    <main id="main" className="page">
      <div className="room-note">
        <div className="grid gap-2">
          <h1 className="heading-section">{titleOf(link)}</h1>
          <p className="muted">
            {count}, until {end(until)}
          </p>
        </div>
        <div className="grid gap-5">
          {note && <p className="prose whitespace-pre-line wrap-anywhere">{note}</p>}
          {isOffer && <OfferActions token={token} link={link} onDeclined={() => setDeclined(true)} />}
          <p className="small muted">
            {name && isOffer ? `You see this because you came by your link, ${name}. ` : ''}The gallery sees on which
            days this link was opened and how often, but not by whom or from where.
          </p>
        </div>
      </div>
      <Listings token={token} link={link} />
    </main>
  );
}

const titleOf = ({ kind, name }: OpenedLink) =>
  kind === 'offer' ? (name ? `Reserved for ${name}` : 'Reserved for you') : name || 'For you';
