import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { signOut } from '../session.ts';
import { Wordmark } from '../shell/wordmark.tsx';
import { Badge } from '../ui/badge.tsx';
import { Icon } from '../ui/icon.tsx';
import { formatCount } from './orders/new-orders.tsx';
import { useOrderNews } from './orders/order-news.ts';
import { addressOf, type Section, sectionOf, sections } from './sections.ts';

interface AdminFrameProps {
  /** Number of enquiries that are not done. */
  openEnquiries?: number;
  /** The section, which renders its own <main>. */
  children: ReactNode;
}

/** The navigation around the open section: a sidebar, or tabs on narrow screens. */
export function AdminFrame({ openEnquiries = 0, children }: AdminFrameProps) {
  return (
    <div className="admin">
      <header className="side">
        <div className="side-top">
          <Wordmark />
          <span className="side-who">
            <Badge tone="gold">Admin</Badge>
            <button type="button" className="btn-text narrow" onClick={() => void signOut()}>
              Logout
            </button>
          </span>
        </div>
        <SectionLinks openEnquiries={openEnquiries} />
        <div className="side-end side-nav flex-none">
          <button type="button" onClick={() => void signOut()}>
            <Icon name="leave" />
            Logout
          </button>
        </div>
      </header>
      {children}
    </div>
  );
}

function SectionLinks({ openEnquiries }: { openEnquiries: number }) {
  const { pathname } = useLocation();
  const current = sectionOf(pathname).id;
  const row = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for every section.
  useEffect(() => {
    const list = row.current;
    const link = list?.querySelector<HTMLElement>('[aria-current]');
    if (list && link) list.scrollTo({ left: link.offsetLeft - list.clientWidth / 2 + link.clientWidth / 2 });
  }, [current]);
  return (
    <nav className="side-nav" aria-label="Admin" ref={row}>
      {sections.map((section) => (
        <Link key={section.id} to={addressOf(section.id)} aria-current={section.id === current ? 'page' : undefined}>
          <Icon name={section.icon} />
          {section.title}
          <OpenCount section={section} openEnquiries={openEnquiries} />
          {section.id === 'orders' && <NewOrdersCount />}
        </Link>
      ))}
      <Link to="/account">
        <Icon name="account" />
        My Account
      </Link>
    </nav>
  );
}

function NewOrdersCount() {
  const count = useOrderNews()?.newOrders ?? 0;
  if (count === 0) return null;
  return (
    <span className="n n-new num">
      {formatCount(count)}
      <span className="vh"> new</span>
    </span>
  );
}

function OpenCount({ section, openEnquiries }: { section: Section; openEnquiries: number }) {
  if (section.id !== 'enquiries' || openEnquiries === 0) return null;
  return (
    <span className="n num">
      {openEnquiries}
      <span className="vh"> open</span>
    </span>
  );
}
