import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { hasRole } from '#contract/roles.ts';
import { language } from '../language/language.ts';
import { signOut } from '../session.ts';
import { useShop } from '../shell/shop.ts';
import { Wordmark } from '../shell/wordmark.tsx';
import { Badge } from '../ui/badge.tsx';
import { Icon } from '../ui/icon.tsx';
import { useRole } from './admin-access.ts';
import { formatCount } from './orders/new-orders.tsx';
import { useOrderNews } from './orders/order-news.ts';
import { type AdminSection, addressOf, type Section, sectionOf, sections } from './sections.ts';
import { roleLabels } from './staff/role-words.ts';
import { useCurrentInView } from './use-current-in-view.ts';

interface AdminFrameProps {
  /** Number of enquiries that are not done. */
  openEnquiries?: number;
  /** The section, which renders its own <main>. */
  children: ReactNode;
}

/** The navigation around the open section: a sidebar, or tabs on narrow screens. */
export function AdminFrame({ openEnquiries = 0, children }: AdminFrameProps) {
  return (
    <div className="admin" lang={language === 'en' ? undefined : 'en'}>
      <header className="side">
        <div className="side-top">
          <Wordmark />
          <span className="side-who">
            <RoleBadge />
            <button type="button" className="button-text narrow" onClick={() => void signOut()}>
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
  const row = useCurrentInView(current);
  const role = useRole();
  // Until the role is known, as owners see it.
  const hasProcessor = useShop().payments.mode === 'stripe';
  const isShown = ({ least, onlyWithProcessor }: AdminSection) =>
    (role === null || hasRole(role, least)) && (hasProcessor || !onlyWithProcessor);
  return (
    <nav className="side-nav" aria-label="Admin" ref={row}>
      {sections.filter(isShown).map((section) => (
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

/** Staff and viewers read their role, so that they know why they are offered less. */
function RoleBadge() {
  const role = useRole();
  return <Badge tone="gold">{role === null || role === 'owner' ? 'Admin' : roleLabels[role]}</Badge>;
}

function NewOrdersCount() {
  const count = useOrderNews()?.newOrders ?? 0;
  if (count === 0) return null;
  return (
    <span className="count-badge count-new numeric">
      {formatCount(count)}
      <span className="visually-hidden"> new</span>
    </span>
  );
}

function OpenCount({ section, openEnquiries }: { section: Section; openEnquiries: number }) {
  if (section.id !== 'enquiries' || openEnquiries === 0) return null;
  return (
    <span className="count-badge numeric">
      {openEnquiries}
      <span className="visually-hidden"> open</span>
    </span>
  );
}
