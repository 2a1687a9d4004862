import { useEffect, useRef } from 'react';
import { type NavigationType, useLocation, useNavigationType } from 'react-router';
import { browserPath } from '../language/language.ts';
import { moveFocus } from '../ui/move-focus.ts';
import { parseScrollIntent } from './scroll-intent.tsx';

/**
 * After a client-side navigation, announces the new title to screen readers and moves the focus to the target of the
 * navigation. The browser handles the first page itself.
 */
export function RouteAnnouncer() {
  const location = useLocation();
  const navigationType = useNavigationType();
  const currentPath = useRef(location.pathname);
  const announcement = useRef<HTMLParagraphElement>(null);
  const { pathname, hash, state } = location;
  useEffect(() => {
    const previousPath = currentPath.current;
    currentPath.current = pathname;
    if (previousPath === pathname) {
      if (navigationType === 'PUSH') moveFocus(byHash(hash));
      return;
    }
    // Structured data in the first HTML describes only the first page (catalog/structured-data.ts).
    for (const structured of document.querySelectorAll('[type="application/ld+json"]')) structured.remove();
    if (announcement.current) announcement.current.textContent = document.title;
    // The focus stays in an open dialog, and on a tab of a tab list, so that the arrow keys lead to the tab beside it.
    if (document.querySelector('dialog:modal, [role="tab"]:focus')) return;
    moveFocus(focusTarget({ previousPath, hash, state, navigationType }));
  }, [pathname, hash, state, navigationType]);
  return <p ref={announcement} className="visually-hidden top-0" role="status" />;
}

interface Navigation {
  previousPath: string;
  hash: string;
  state: unknown;
  navigationType: `${NavigationType}`;
}

/**
 * The element to focus: the one that the link names (`focusOn`); after a step in the history or a link back to the collection, the
 * link to the previous page if it is in view; else the target of the hash, or <main>.
 */
function focusTarget({ previousPath, hash, state, navigationType }: Navigation): HTMLElement | null {
  const { focusOn, scrollToCollection, scrollToPosition } = parseScrollIntent(state);
  const isReturn = navigationType === 'POP' || scrollToCollection || scrollToPosition !== undefined;
  return (
    (focusOn ? document.getElementById(focusOn) : null) ??
    (isReturn ? linkInView(browserPath(previousPath)) : null) ??
    byHash(hash) ??
    document.querySelector('main')
  );
}

/** The last matching link in view, so that a card of the collection is preferred to the hero picture. Tabs are skipped. */
function linkInView(path: string): HTMLElement | null {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[href]:not([role])')];
  const found = links.findLast((link) => {
    const { top, bottom } = (link.closest('li') ?? link).getBoundingClientRect();
    return link.pathname === path && bottom > 0 && top < window.innerHeight;
  });
  return found ?? null;
}

function byHash(hash: string): HTMLElement | null {
  return hash.length > 1 ? document.getElementById(hash.slice(1)) : null;
}
