import { type ReactNode, useLayoutEffect } from 'react';
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  UNSAFE_useScrollRestoration as useScrollRestoration,
} from 'react-router';
import type { Route } from './+types/root.ts';
import { SignInDialog } from './account/sign-in-dialog.tsx';
import { CartDrawer } from './cart/cart-drawer.tsx';
import { pageServices } from './context.ts';
import { Arrival } from './shell/arrival.tsx';
import { FailurePage } from './shell/failure-page.tsx';
import favicon from './shell/favicon.svg?url';
import { FloatingCart } from './shell/floating-cart.tsx';
import { Footer } from './shell/footer.tsx';
import { Header } from './shell/header.tsx';
import { ScriptFailure, scriptFailureScript } from './shell/script-failure.tsx';
import { ScrollToIntent } from './shell/scroll-intent.tsx';
import { SignedOut } from './shell/signed-out.tsx';
import stylesheet from './styles/app.css?url';
import textFont from './styles/fonts/hanken-grotesk-latin-wght-normal.woff2?url';
import displayFont from './styles/fonts/noto-serif-display-latin-300-normal.woff2?url';
import { showChosenTheme, themeScript } from './theme.ts';
import { ToastRegion } from './ui/toast.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  return { shop: await context.get(pageServices).shop() };
}

/** From step to step within the admin panel the shop is the same; after a change there (the same address) it may not be. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const isWithinPanel = [currentUrl, nextUrl].every(({ pathname }) => isAdminPath(pathname));
  return isWithinPanel ? currentUrl.href === nextUrl.href : defaultShouldRevalidate;
}

export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: favicon, type: 'image/svg+xml' },
  { rel: 'preload', href: displayFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'preload', href: textFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
];

/** The document around every page, failed ones too. The inline scripts are let in by their hash (server/http/pages.ts). */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* With a precedence React writes it before all that a page asks for beside it. */}
        <link rel="stylesheet" href={stylesheet} precedence="first" />
        {import.meta.env.SSR && <FirstScripts />}
        <Meta />
        <Links />
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to content
        </a>
        {children}
        <ToastRegion />
        <ScriptFailure />
        {import.meta.env.SSR ? <ScrollRestoration /> : <InlineScriptsAgain />}
        <ScrollToIntent />
        <Scripts />
      </body>
    </html>
  );
}

/** Only ever written by the server: a browser that made the document anew, for a failure, may not write scripts (Trusted Types). */
function FirstScripts() {
  return [themeScript, scriptFailureScript].map((script) => (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own words, let in by their hash.
    <script key={script} dangerouslySetInnerHTML={{ __html: script }} />
  ));
}

/** What the inline scripts did, for a document that the browser made anew: <ScrollRestoration> less its script, and the theme. */
function InlineScriptsAgain() {
  useScrollRestoration();
  useLayoutEffect(showChosenTheme, []);
  return null;
}

export default function Site() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame>
      <FailurePage failure={error} />
    </Frame>
  );
}

/** The storefront's header and footer. The admin panel brings its own frame. */
function Frame({ children }: { children: ReactNode }) {
  const isAdminPanel = isAdminPath(useLocation().pathname);
  return (
    <>
      {isAdminPanel ? (
        children
      ) : (
        <div className="site">
          <Header />
          {children}
          <Footer />
        </div>
      )}
      <FloatingCart />
      <CartDrawer />
      <SignInDialog />
      <Arrival />
      <SignedOut />
    </>
  );
}

const isAdminPath = (pathname: string) => /^\/admin(\/|$)/.test(pathname);
