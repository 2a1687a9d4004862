import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { hasRole } from '#contract/roles.ts';
import { LanguageLink, useOtherLanguages } from '../language/language-links.tsx';
import { signOut } from '../session.ts';
import { useShop } from '../shell/shop.ts';
import { Wordmark } from '../shell/wordmark.tsx';
import { Badge } from '../ui/badge.tsx';
import { useRole } from './admin-access.ts';
import { formatCount } from './orders/new-orders.tsx';
import { useOrderNews } from './orders/order-news.ts';
import { PanelIcon } from './panel-icon.tsx';
import { sectionTitles } from './section-titles.ts';
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
    <div className="admin">
      <header className="side">
        <div className="side-top">
          <Wordmark />
          <span className="side-who">
            <RoleBadge />
            <button type="button" className="button-text narrow" onClick={() => void signOut()}>
              {t`Logout`}
            </button>
          </span>
        </div>
        <SectionLinks openEnquiries={openEnquiries} />
        <div className="side-end side-nav flex-none">
          <button type="button" onClick={() => void signOut()}>
            <PanelIcon name="leave" />
            {t`Logout`}
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
  const others = useOtherLanguages();
  const hasProcessor = useShop().payments.mode === 'stripe';
  // Until the role is known, the links are those of owners.
  const isShown = ({ least, onlyWithProcessor }: AdminSection) =>
    (role === null || hasRole(role, least)) && (hasProcessor || !onlyWithProcessor);
  return (
    <nav className="side-nav" aria-label={t`Admin`} ref={row}>
      {sections.filter(isShown).map((section) => (
        <Link key={section.id} to={addressOf(section.id)} aria-current={section.id === current ? 'page' : undefined}>
          <PanelIcon name={section.icon} />
          {sectionTitles[section.id]}
          <OpenCount section={section} openEnquiries={openEnquiries} />
          {section.id === 'orders' && <NewOrdersCount />}
        </Link>
      ))}
      <Link to="/account">
        <PanelIcon name="account" />
        {t`My Account`}
      </Link>
      {others.map((language) => (
        <LanguageLink key={language} to={language}>
          <PanelIcon name="language" />
        </LanguageLink>
      ))}
    </nav>
  );
}

/** Shows staff and viewers their role, so that they know why the panel offers them less. For owners it says Admin. */
function RoleBadge() {
  const role = useRole();
  return <Badge tone="gold">{role === null || role === 'owner' ? t`Admin` : roleLabels[role]}</Badge>;
}

function NewOrdersCount() {
  const count = useOrderNews()?.newOrders ?? 0;
  if (count === 0) return null;
  return (
    <span className="count-badge count-new numeric">
      {formatCount(count)}
      <span className="visually-hidden">
        {' '}
        <Trans context="orders">new</Trans>
      </span>
    </span>
  );
}

function OpenCount({ section, openEnquiries }: { section: Section; openEnquiries: number }) {
  if (section.id !== 'enquiries' || openEnquiries === 0) return null;
  return (
    <span className="count-badge numeric">
      {openEnquiries}
      <span className="visually-hidden">
        {' '}
        <Trans context="enquiries">open</Trans>
      </span>
    </span>
  );
}
