/** SVG paths on a 24 px grid with a stroke of 1.5 (web/styles/typography.css, `.icon`). */
const drawings = {
  ascending: 'M12 19V5m-6 6 6-6 6 6',
  back: 'M20 12H4m6-6-6 6 6 6',
  bag: 'M5 8h14l1 12H4L5 8Z M9 8V7a3 3 0 0 1 6 0v1',
  bank: 'M3 10 12 4l9 6M5 10v8m5-8v8m4-8v8m5-8v8M3 20h18',
  bookmark: 'M7 4h10v16l-5-4-5 4V4Z',
  card: 'M3 6h18v12H3zM3 10h18',
  clock: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0z M12 7v5l3 2',
  close: 'm6 6 12 12M18 6 6 18',
  descending: 'M12 5v14m-6-6 6 6 6-6',
  done: 'm5 12.5 4.5 4.5L19 7.5',
  download: 'M12 4v12m-5-5 5 5 5-5M4 16v4h16v-4',
  filter: 'M3 7h18M6.5 12h11M10 17h4',
  forward: 'M4 12h16m-6-6 6 6-6 6',
  info: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0z M12 11v5M12 8v.1',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1 M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  menu: 'M3 7h18M3 12h18M3 17h18',
  passkey: 'M4 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0z M12 12h9M18 12v4M21 12v3',
  paypal: 'M7 20 9.5 5h5a4 4 0 0 1 0 8.5H8.2',
  receipt: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  search: 'M4.5 11a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0z M16 16l4.5 4.5',
  theme: 'M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0z',
  warning: 'M12 4 2.8 19.5h18.4L12 4Z M12 10v4.5M12 17v.1',
} satisfies Record<string, string>;

/** Paths that are filled in addition to the strokes. */
const filled: Partial<Record<IconName, string>> = { theme: 'M12 4a8 8 0 0 1 0 16Z' };

export type IconName = keyof typeof drawings;

/** A decorative icon, hidden from screen readers; text beside it or the button's label carries the meaning. */
export function Icon({ name, small }: { name: IconName; small?: boolean | undefined }) {
  return <Drawing strokes={drawings[name]} filled={filled[name]} small={small} />;
}

interface DrawingProps {
  /** Paths in a square of 24 units. */
  strokes: string;
  filled?: string | undefined;
  small?: boolean | undefined;
}

/** An icon drawn from the given paths. The admin panel has icons of its own (admin/panel-icon.tsx). */
export function Drawing({ strokes, filled: area, small = false }: DrawingProps) {
  return (
    <svg className={small ? 'icon icon-small' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={strokes} />
      {area && <path d={area} fill="currentColor" />}
    </svg>
  );
}
