import { Trans } from '@lingui/react/macro';
import { type ReactNode, use, useLayoutEffect } from 'react';
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  UNSAFE_useScrollRestoration as useScrollRestoration,
} from 'react-router';
import type { Route } from './+types/root.ts';
import { ConfirmIdentityDialog } from './account/confirm-identity-dialog.tsx';
import { SignInDialog } from './account/sign-in-dialog.tsx';
import { CartDrawer } from './cart/cart-drawer.tsx';
import { pageServices } from './context.ts';
import { language } from './language/language.ts';
import { rememberedLanguageScript } from './language/remembered-language.ts';
import vietnamese from './language/vietnamese.css?url';
import { FailurePage } from './shell/failure-page.tsx';
import favicon from './shell/favicon.svg?url';
import { firstPictureScript } from './shell/first-picture.ts';
import { FloatingCart } from './shell/floating-cart.tsx';
import { Footer } from './shell/footer.tsx';
import { Header } from './shell/header.tsx';
import { isAdminPath } from './shell/is-admin-path.ts';
import { PageNonce } from './shell/page-nonce.ts';
import { RedirectAfterSignOut } from './shell/redirect-after-sign-out.tsx';
import { RouteAnnouncer } from './shell/route-announcer.tsx';
import { ScriptFailure, scriptFailureScript } from './shell/script-failure.tsx';
import { ScrollToIntent } from './shell/scroll-intent.tsx';
import { useShop } from './shell/shop.ts';
import stylesheet from './styles/app.css?url';
import textFont from './styles/fonts/hanken-grotesk-latin-wght-normal.woff2?url';
import displayFont from './styles/fonts/noto-serif-display-latin-300-normal.woff2?url';
import { applyStoredTheme, themeScript } from './theme.ts';
import { ToastRegion } from './ui/toast.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  return { shop: await context.get(pageServices).shop() };
}

export const links: Route.LinksFunction = () => [
  ...(language === 'vi' ? [{ rel: 'stylesheet', href: vietnamese }] : []),
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: favicon, type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
  { rel: 'preload', href: displayFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'preload', href: textFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
];

/** The document around every page, also a failed one. The CSP allows inline scripts by hash (server/platform/http/pages.ts). */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang={language} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {/* With a precedence React renders it before the resources that a page preloads. */}
        <link rel="stylesheet" href={stylesheet} precedence="first" />
        {import.meta.env.SSR && <FirstScripts />}
        <Meta />
        <Links />
      </head>
      <body>
        <a className="skip" href="#main">
          <Trans>Skip to content</Trans>
        </a>
        {children}
        <ToastRegion />
        <ScriptFailure />
        {import.meta.env.SSR ? <ScrollRestoration /> : <InlineScriptEffects />}
        <ScrollToIntent />
        <Scripts />
      </body>
    </html>
  );
}

/** Rendered only on the server: when a browser creates the document again after a failure, Trusted Types forbid scripts. */
function FirstScripts() {
  const nonce = use(PageNonce);
  const { languages } = useShop();
  const languageScript = languages && rememberedLanguageScript(languages);
  const scripts = [...(languageScript ? [languageScript] : []), themeScript, firstPictureScript, scriptFailureScript];
  return scripts.map((script) => (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our scripts, with nothing that a visitor sent.
    <script key={script} nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />
  ));
}

/** Replaces the inline scripts in a document created by the browser: scroll restoration and the theme. */
function InlineScriptEffects() {
  useScrollRestoration();
  useLayoutEffect(applyStoredTheme, []);
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

/** The storefront's header and footer. The admin panel has its own frame. */
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
      <ConfirmIdentityDialog />
      <SignInDialog />
      <RouteAnnouncer />
      <RedirectAfterSignOut />
    </>
  );
}
