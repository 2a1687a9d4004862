import { useShop } from '../shell/shop.ts';

/** How moments of the wire (ISO 8601) are said: in the shop's time zone, as on its invoices. */
export function useDates() {
  const { timezone: timeZone } = useShop();
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone });
  const time = new Intl.DateTimeFormat('en-AU', { hour: 'numeric', minute: '2-digit', timeZone });
  return {
    /** "18 Nov 2026" */
    day: (moment: string) => day.format(new Date(moment)),
    /** "18 Nov 2026, 3:42 pm" */
    minute: (moment: string) => `${day.format(new Date(moment))}, ${time.format(new Date(moment))}`,
  };
}
