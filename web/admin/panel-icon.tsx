import { Drawing, Icon, type IconName } from '../ui/icon.tsx';

/** Icons that only the panel uses, so that the pages of the shop do not load them. */
const drawings = {
  account: 'M8 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0z M4 21c0-4.5 3.5-7 8-7s8 2.5 8 7',
  add: 'M12 5v14M5 12h14',
  artist: 'M9 3h6v4l-1 3h-4L9 7z M10 10l-1 7a3 4 0 0 0 6 0l-1-7',
  chart: 'M4 4v16h16M8 15l4-5 3 3 5-7',
  delete: 'M4 7h16M9 7V4h6v3m3 0-1 13H7L6 7',
  grid: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  language: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0z M3.5 12h17M12 3.5c3.5 4 3.5 13 0 17c-3.5-4-3.5-13 0-17',
  leaf: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0z M8 16c4 0 8-3 8-8',
  leave: 'M14 4H5v16h9M10 12h11m-4-4 4 4-4 4',
  letter: 'M3 6h18v12H3zM3.5 6.5 12 13l8.5-6.5',
  list: 'M4 6h16M4 12h16M4 18h10',
  people:
    'M5.5 8a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z M2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6M16 5a3.5 3.5 0 0 1 0 6.5M18 14.5c2.2.8 3.5 2.7 3.5 5.5',
  picture: 'M4 4h16v16H4z M4 16 5-5 4 4 3-3 4 4',
  refresh: 'M20 11a8 8 0 1 0-2.3 6.6M20 5v6h-6',
  sliders: 'M4 7h9M17 7h3M4 17h3M11 17h9 M13 7a2 2 0 1 0 4 0a2 2 0 1 0-4 0z M7 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0z',
  staff: 'M4 5h16v14H4z M7.5 11a2 2 0 1 0 4 0a2 2 0 1 0-4 0z M6.5 16c.5-2 5.5-2 6 0M15 10h3M15 14h3',
  upload: 'M12 16V4m-5 5 5-5 5 5M4 16v4h16v-4',
} satisfies Record<string, string>;

export type PanelIconName = IconName | keyof typeof drawings;

/** A decorative icon of the panel, like `Icon`. */
export function PanelIcon({ name, small }: { name: PanelIconName; small?: boolean }) {
  return isOfPanel(name) ? <Drawing strokes={drawings[name]} small={small} /> : <Icon name={name} small={small} />;
}

const isOfPanel = (name: PanelIconName): name is keyof typeof drawings => Object.hasOwn(drawings, name);
