import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { data, Link } from 'react-router';
import { LinkPage, linkMeta } from '../account/link-page.tsx';
import { NotFound } from '../shell/failure-page.tsx';
import { StatePage } from '../shell/state-page.tsx';
import type { Route } from './+types/link-page.ts';

/** Pages that ask a question. Their button posts to the address of the page, which has the token. This works without JavaScript. */
const questions = {
  confirm: {
    title: t`Please confirm`,
    words: t`You get emails at this address after you confirm it.`,
    button: t`Confirm`,
  },
  stop: {
    title: t`Stop these emails?`,
    words: t`You can ask for them again at any time.`,
    button: t`Stop these emails`,
  },
} as const;

/** Pages that say what a button of the pages above has done. server/app.ts redirects to them. */
const answers = {
  confirmed: {
    title: t`Thank you, that is confirmed.`,
    words: t`We will write to you. Each email has a link that ends it.`,
  },
  stopped: { title: t`You will not get these emails any more.`, words: t`You can close this page.` },
  ended: {
    title: t`This link has ended.`,
    words: t`These emails were stopped or sent already, or 7 days have passed. You can ask for it again where you did before.`,
  },
} as const;

const isQuestion = (name: string): name is keyof typeof questions => Object.hasOwn(questions, name);
const isAnswer = (name: string): name is keyof typeof answers => Object.hasOwn(answers, name);

export function loader({ params: { page } }: Route.LoaderArgs) {
  return data(null, { status: isQuestion(page) || isAnswer(page) ? 200 : 404 });
}

export function meta({ params: { page }, matches }: Route.MetaArgs) {
  const known = isQuestion(page) ? questions[page] : isAnswer(page) ? answers[page] : null;
  return linkMeta(known?.title ?? t`Page not found`, matches[0].loaderData?.shop.name);
}

/** The pages that the links in alert emails open (docs/behaviour/alerts.md). */
export default function AlertLinkPage({ params: { page } }: Route.ComponentProps) {
  if (isQuestion(page)) return <Question {...questions[page]} />;
  if (!isAnswer(page)) return <NotFound />;
  const { title, words } = answers[page];
  return (
    <StatePage
      title={title}
      action={
        <Link className="button" to="/">
          <Trans>Back to Home</Trans>
        </Link>
      }
    >
      {words}
    </StatePage>
  );
}

function Question({ title, words, button }: (typeof questions)[keyof typeof questions]) {
  return (
    <LinkPage title={title}>
      <form method="post" className="grid max-w-[27rem] justify-items-start gap-6">
        <p className="muted">{words}</p>
        <button type="submit" className="button">
          {button}
        </button>
      </form>
    </LinkPage>
  );
}
