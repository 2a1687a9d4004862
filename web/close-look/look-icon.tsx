/** SVG paths on a 24 px grid. They are not in ui/icon.tsx, which every page loads. */
const drawings = {
  arrow: 'M12 19V5m-6 6 6-6 6 6',
  close: 'm6 6 12 12M18 6 6 18',
  even: 'M8.5 12a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z M12 3v2.5M12 18.5V21M3 12h2.5M18.5 12H21',
  in: 'M12 5v14M5 12h14',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1 M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  look: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  out: 'M5 12h14',
  wall: 'M3 19h18M7 4h10v9H7zM9 19v-3m6 3v-3M6 16h12',
};

/** A decorative icon of the viewer, hidden from screen readers. */
export function LookIcon({ name, className }: { name: keyof typeof drawings; className?: string }) {
  return (
    <svg className={className ? `icon ${className}` : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  );
}
