import type { KeyboardEvent, ReactNode } from 'react';

export interface Tab {
  id: string;
  label: ReactNode;
  selected: boolean;
}

/** What the link of a tab must carry. */
export interface TabLinkProps {
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
  /** Each tab is a link with an address of its own: the caller's router makes it. */
  renderLink: (tab: Tab, props: TabLinkProps) => ReactNode;
}

/** A row of tabs. Tab reaches the chosen one; arrows, Home and End go along the row; Enter follows. */
export function Tabs({ label, tabs, renderLink }: TabsProps) {
  return (
    <div className="tabs" role="tablist" aria-label={label} onKeyDown={moveFocus}>
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

/** What the chosen tab shows. */
export function TabPanel({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div role="tabpanel" id={`panel-${id}`} aria-labelledby={`tab-${id}`}>
      {children}
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const row = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const here = row.findIndex((tab) => tab.matches(':focus'));
  const goals: Record<string, number> = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: row.length - 1 };
  const goal = goals[event.key];
  if (goal === undefined || here < 0) return;
  event.preventDefault();
  row[(goal + row.length) % row.length]?.focus();
}
