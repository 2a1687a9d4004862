// Measures how fast the page was for its visitor, and reports it to the server.

type VitalName = 'CLS' | 'FCP' | 'INP' | 'LCP' | 'TTFB';

/** The entry type of the Layout Instability API, which TypeScript does not know. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/** Starts measuring and sends each value once, when the page is first hidden. Values are in milliseconds; CLS has no unit. */
export function reportWebVitals(address: string): void {
  const page = window.location.pathname;
  const vitals = new Map<VitalName, number>();
  const raise = (name: VitalName, value: number) => vitals.set(name, Math.max(value, vitals.get(name) ?? 0));

  const [navigation] = performance.getEntriesByType('navigation');
  if (navigation && 'responseStart' in navigation) vitals.set('TTFB', Number(navigation.responseStart));
  observe('paint', (entry) => entry.name === 'first-contentful-paint' && vitals.set('FCP', entry.startTime));
  observe('largest-contentful-paint', (entry) => vitals.set('LCP', entry.startTime));
  observe('event', (entry) => 'interactionId' in entry && entry.interactionId && raise('INP', entry.duration));
  let shifts = 0;
  vitals.set('CLS', 0);
  observe('layout-shift', (entry) => {
    if (!isLayoutShift(entry) || entry.hadRecentInput) return;
    shifts += entry.value;
    vitals.set('CLS', shifts);
  });

  document.addEventListener('visibilitychange', function send() {
    if (document.visibilityState !== 'hidden') return;
    document.removeEventListener('visibilitychange', send);
    for (const [name, value] of vitals) {
      navigator.sendBeacon(address, new Blob([JSON.stringify({ name, value, page })], { type: 'application/json' }));
    }
  });
}

function isLayoutShift(entry: PerformanceEntry): entry is LayoutShift {
  return 'hadRecentInput' in entry;
}

/** Calls `each` for every past and future performance entry of a type. Browsers ignore types that they do not know. */
function observe(type: string, each: (entry: PerformanceEntry) => unknown): void {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) each(entry);
  }).observe({ type, buffered: true });
}
