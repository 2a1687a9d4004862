import { foldText } from '#contract/text.ts';
import { inEnglish as say } from '#server/platform/translations.ts';
import type { PlacedPlan } from './imports.queries.ts';

/** Collects what an admin should know about the whole file before the import. */
export function createNotices() {
  const [hosts, artists, series] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let [pictures, drafts, listed] = [0, 0, 0];
  return {
    add({ kind, plan }: PlacedPlan) {
      if (kind !== 'new' && kind !== 'change') return;
      if (kind === 'new' && plan.values.visibility === 'draft') drafts += 1;
      if (kind === 'new' && plan.values.visibility === 'listed') listed += 1;
      if (plan.make.artists !== undefined) artists.add(foldText(plan.make.artists));
      if (plan.make.series !== undefined) series.add(foldText(plan.make.series));
      const images = Array.isArray(plan.values.images) ? plan.values.images : [];
      for (const url of images.map(String).filter((address) => URL.canParse(address))) {
        pictures += 1;
        hosts.add(new URL(url).host);
      }
    },
    /** The notices in English, in which they are stored. */
    sentences(): string[] {
      const from = [...hosts].toSorted().slice(0, 3).join(', ');
      return [
        aboutDrafts(drafts),
        aboutListed(listed),
        aboutArtists(artists.size),
        aboutSeries(series.size),
        aboutPictures(pictures, from),
      ].filter((sentence) => sentence !== '');
    },
  };
}

const shown = (count: number) => ({ count: count.toLocaleString('en-US') });

function aboutDrafts(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? say('{count} new piece becomes a draft: visitors do not see them before you list them.', shown(count))
    : say('{count} new pieces become drafts: visitors do not see them before you list them.', shown(count));
}

function aboutListed(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? say('{count} new piece is on sale as soon as you import.', shown(count))
    : say('{count} new pieces are on sale as soon as you import.', shown(count));
}

function aboutArtists(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? say('{count} artist is not known yet and will be added, without a page.', shown(count))
    : say('{count} artists are not known yet and will be added, without a page.', shown(count));
}

function aboutSeries(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? say('{count} series is not known yet and will be added, without a page.', shown(count))
    : say('{count} series are not known yet and will be added, without a page.', shown(count));
}

function aboutPictures(count: number, hosts: string): string {
  if (count === 0) return '';
  const values = { ...shown(count), hosts };
  return count === 1
    ? say(
        '{count} picture stays at {hosts}: the shop does not fetch them. Upload them here before they disappear there.',
        values,
      )
    : say(
        '{count} pictures stay at {hosts}: the shop does not fetch them. Upload them here before they disappear there.',
        values,
      );
}
