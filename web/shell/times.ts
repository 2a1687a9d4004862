import { t } from '@lingui/core/macro';
import { language } from '../language/language.ts';

/** Epoch milliseconds or ISO 8601. */
type Moment = number | string;

/** Formats a moment. */
export type Wording = (moment: Moment) => string;

/** Formats of moments in the time zone of the shop. */
export interface Times {
  /** "18 Nov 2026", as on the shop's invoices. Other languages have their own forms of all these formats. */
  day: Wording;
  /** "3:42 pm", or "3:42 pm Sydney time" if the reader's zone has another offset. */
  clock: Wording;
  /** "18 Nov 2026, 3:42 pm", with the same zone name as `clock`. */
  minute: Wording;
  /** "Wednesday 18 November, 3:42 pm", with the same zone name as `clock`. */
  weekday: Wording;
  /** For a moment at midnight: "the end of Thursday 26 November", the day before it; followed by ", Sydney time" like `clock`. */
  endOfDay: Wording;
  /** For the words "until …": `endOfDay` at midnight, else `weekday`. */
  end: Wording;
}

/**
 * The formats of a shop's times for a reader. Zones are IANA names; `readersZone` defaults to the zone of this machine. The
 * zone is named only if the two offsets differ at the formatted moment (docs/behaviour/pages.md, 16).
 */
export function timesIn(shopsZone: string, readersZone?: string): Times {
  const key = `${shopsZone} ${readersZone ?? ''}`;
  const times = cache.get(key) ?? createTimes(shopsZone, readersZone);
  cache.set(key, times);
  return times;
}

const isEnglish = language === 'en';

/** The locales and options for `Intl.DateTimeFormat`. English texts have the forms that are usual in Australia. */
const forms = {
  days: isEnglish ? 'en-GB' : language,
  hours: isEnglish ? 'en-AU' : language,
  day: { day: 'numeric', month: isEnglish ? 'short' : 'long', year: 'numeric' },
  hour: { hour: isEnglish ? 'numeric' : '2-digit', minute: '2-digit', hour12: isEnglish },
} as const;

/** Intl formats are slow to create, and a page uses the same ones many times. */
const cache = new Map<string, Times>();

function createTimes(timeZone: string, readersZone: string | undefined): Times {
  const dayFormat = new Intl.DateTimeFormat(forms.days, { ...forms.day, timeZone });
  const weekdayFormat = new Intl.DateTimeFormat(forms.days, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone,
  });
  const hour = new Intl.DateTimeFormat(forms.hours, { ...forms.hour, timeZone });
  const shopsOffset = offsetFormat(timeZone);
  const readersOffset = offsetFormat(readersZone);

  /** The name of the shop's zone; empty if the reader's zone has the same offset at `date`. */
  const zoneAt = (date: Date) =>
    shopsOffset(date) === readersOffset(date) ? '' : zoneName(timeZone, shopsOffset(date));
  const clock: Wording = (moment) => {
    const date = new Date(moment);
    const zone = zoneAt(date);
    // Servers and browsers differ in the space before "pm" and in its case.
    return hour.format(date).replace(/\s/g, ' ').toLowerCase() + (zone && ` ${zone}`);
  };
  const day: Wording = (moment) => dayFormat.format(new Date(moment));
  const endOfDay: Wording = (moment) => {
    const lastMoment = new Date(new Date(moment).getTime() - 1);
    // A no-break space between the day and its month.
    const day = weekdayFormat.format(lastMoment).replace(/(\d) /, '$1\u00a0');
    const zone = zoneAt(lastMoment);
    return zone ? t`the end of ${day}, ${zone}` : t`the end of ${day}`;
  };
  const weekday: Wording = (moment) => inWords.weekday(weekdayFormat.format(new Date(moment)), clock(moment));
  const isMidnight = (moment: Moment) => /^(12:00\sam|00:00)/i.test(hour.format(new Date(moment)));
  return {
    day,
    clock,
    weekday,
    endOfDay,
    minute: (moment) => inWords.minute(day(moment), clock(moment)),
    end: (moment) => (isMidnight(moment) ? endOfDay(moment) : weekday(moment)),
  };
}

/** A day followed by a time of day. */
const inWords = {
  minute: (day: string, clock: string) => t`${day}, ${clock}`,
  weekday: (weekday: string, clock: string) => t`${weekday}, ${clock}`,
};

/** Returns a function that returns the offset at a moment, e.g. "GMT+10:00". `timeZone` defaults to the zone of this machine. */
function offsetFormat(timeZone: string | undefined): (date: Date) => string {
  const format = new Intl.DateTimeFormat('en', { timeZoneName: 'longOffset', ...(timeZone && { timeZone }) });
  return (date) => format.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** The name of a zone, e.g. "Sydney time"; "UTC" or the offset if the zone is not named after a place, e.g. Etc/GMT+5. */
function zoneName(timeZone: string, offset: string): string {
  if (!timeZone.includes('/') || timeZone.startsWith('Etc/')) return /^GMT(\+00:00)?$/.test(offset) ? 'UTC' : offset;
  const place = placeOfZone(timeZone);
  return t`${place} time`;
}

/** The place after which a zone is named: "Sydney" for Australia/Sydney. */
export const placeOfZone = (timeZone: string) => timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');
