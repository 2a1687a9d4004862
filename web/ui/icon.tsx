/** SVG paths on a 24 px grid with a stroke of 1.5 (web/styles/typography.css, `.icon`). */
const drawings = {
  account: 'M8 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0z M4 21c0-4.5 3.5-7 8-7s8 2.5 8 7',
  add: 'M12 5v14M5 12h14',
  artist: 'M9 3h6v4l-1 3h-4L9 7z M10 10l-1 7a3 4 0 0 0 6 0l-1-7',
  ascending: 'M12 19V5m-6 6 6-6 6 6',
  back: 'M20 12H4m6-6-6 6 6 6',
  bag: 'M5 8h14l1 12H4L5 8Z M9 8V7a3 3 0 0 1 6 0v1',
  bank: 'M3 10 12 4l9 6M5 10v8m5-8v8m4-8v8m5-8v8M3 20h18',
  bookmark: 'M7 4h10v16l-5-4-5 4V4Z',
  card: 'M3 6h18v12H3zM3 10h18',
  chart: 'M4 4v16h16M8 15l4-5 3 3 5-7',
  clock: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0z M12 7v5l3 2',
  close: 'm6 6 12 12M18 6 6 18',
  delete: 'M4 7h16M9 7V4h6v3m3 0-1 13H7L6 7',
  descending: 'M12 5v14m-6-6 6 6 6-6',
  done: 'm5 12.5 4.5 4.5L19 7.5',
  download: 'M12 4v12m-5-5 5 5 5-5M4 16v4h16v-4',
  filter: 'M3 7h18M6.5 12h11M10 17h4',
  forward: 'M4 12h16m-6-6 6 6-6 6',
  grid: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  info: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0z M12 11v5M12 8v.1',
  language: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0z M3.5 12h17M12 3.5c3.5 4 3.5 13 0 17c-3.5-4-3.5-13 0-17',
  leaf: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0z M8 16c4 0 8-3 8-8',
  leave: 'M14 4H5v16h9M10 12h11m-4-4 4 4-4 4',
  letter: 'M3 6h18v12H3zM3.5 6.5 12 13l8.5-6.5',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1 M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  list: 'M4 6h16M4 12h16M4 18h10',
  menu: 'M3 7h18M3 12h18M3 17h18',
  passkey: 'M4 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0z M12 12h9M18 12v4M21 12v3',
  paypal: 'M7 20 9.5 5h5a4 4 0 0 1 0 8.5H8.2',
  people:
    'M5.5 8a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z M2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6M16 5a3.5 3.5 0 0 1 0 6.5M18 14.5c2.2.8 3.5 2.7 3.5 5.5',
  picture: 'M4 4h16v16H4z M4 16 5-5 4 4 3-3 4 4',
  receipt: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  refresh: 'M20 11a8 8 0 1 0-2.3 6.6M20 5v6h-6',
  search: 'M4.5 11a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0z M16 16l4.5 4.5',
  sliders: 'M4 7h9M17 7h3M4 17h3M11 17h9 M13 7a2 2 0 1 0 4 0a2 2 0 1 0-4 0z M7 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0z',
  staff: 'M4 5h16v14H4z M7.5 11a2 2 0 1 0 4 0a2 2 0 1 0-4 0z M6.5 16c.5-2 5.5-2 6 0M15 10h3M15 14h3',
  theme: 'M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0z',
  upload: 'M12 16V4m-5 5 5-5 5 5M4 16v4h16v-4',
  warning: 'M12 4 2.8 19.5h18.4L12 4Z M12 10v4.5M12 17v.1',
} satisfies Record<string, string>;

/** Paths that are filled in addition to the strokes. */
const filled: Partial<Record<IconName, string>> = { theme: 'M12 4a8 8 0 0 1 0 16Z' };

export type IconName = keyof typeof drawings;

/** A decorative icon, hidden from screen readers; text beside it or the button's label carries the meaning. */
export function Icon({ name, small = false }: { name: IconName; small?: boolean }) {
  return (
    <svg className={small ? 'icon icon-small' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={drawings[name]} />
      {filled[name] && <path d={filled[name]} fill="currentColor" />}
    </svg>
  );
}
