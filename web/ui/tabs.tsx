import type { KeyboardEvent, ReactNode } from 'react';

export interface Tab {
  id: string;
  label: ReactNode;
  selected: boolean;
}

/** The props that the link of a tab must have. */
interface TabLinkProps {
  id: string;
  role: 'tab';
  'aria-selected': boolean;
  'aria-controls': string;
  tabIndex: 0 | -1;
  children: ReactNode;
}

interface TabsProps {
  label: string;
  tabs: Tab[];
  /** Renders the link of a tab with the caller's router. Each tab has its own address. */
  renderLink: (tab: Tab, props: TabLinkProps) => ReactNode;
}

/** A tab list. Tab focuses the selected tab; arrows, Home and End move the focus; Enter follows the link. */
export function Tabs({ label, tabs, renderLink }: TabsProps) {
  return (
    <div className="tabs" role="tablist" aria-label={label} onKeyDown={moveTabFocus}>
      {tabs.map((tab) =>
        renderLink(tab, {
          id: `tab-${tab.id}`,
          role: 'tab',
          'aria-selected': tab.selected,
          'aria-controls': `panel-${tab.id}`,
          tabIndex: tab.selected ? 0 : -1,
          children: tab.label,
        }),
      )}
    </div>
  );
}

/** The panel of the selected tab. */
export function TabPanel({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div role="tabpanel" id={`panel-${id}`} aria-labelledby={`tab-${id}`}>
      {children}
    </div>
  );
}

function moveTabFocus(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const current = tabs.findIndex((tab) => tab.matches(':focus'));
  const targets: Record<string, number> = {
    ArrowRight: current + 1,
    ArrowLeft: current - 1,
    Home: 0,
    End: tabs.length - 1,
  };
  const target = targets[event.key];
  if (target === undefined || current < 0) return;
  event.preventDefault();
  tabs[(target + tabs.length) % tabs.length]?.focus();
}
