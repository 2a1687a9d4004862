import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Tells people who do not see the page change that it did: the focus goes to the new page's <main>, and its title is
 * said. A link to a place on the same page, and the first page, are left to the browser.
 */
export function Arrival() {
  const { pathname } = useLocation();
  const shownPath = useRef(pathname);
  const announcement = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    // The first HTML spoke of the first page (catalog/structured-data.ts).
    for (const structured of document.querySelectorAll('[type="application/ld+json"]')) structured.remove();
    if (announcement.current) announcement.current.textContent = document.title;
    // A dialog that stays open keeps the focus, and so does a tab: arrows go on from it.
    if (document.querySelector('dialog:modal, [role="tab"]:focus')) return;
    const main = document.querySelector('main');
    if (!main) return;
    main.tabIndex = -1;
    main.focus({ preventScroll: true });
  }, [pathname]);
  return <p ref={announcement} className="vh" role="status" />;
}
