import { foldText } from '#contract/text.ts';
import type { PlacedPlan } from './imports.queries.ts';

/** What an owner should know before an import, beside its rows. */
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
      for (const url of images.map(String).filter((one) => URL.canParse(one))) {
        pictures += 1;
        hosts.add(new URL(url).host);
      }
    },
    sentences(): string[] {
      return [
        drafts > 0
          ? `${counted(drafts, 'new piece becomes a draft', 'new pieces become drafts')}: visitors do not see them before you list them.`
          : '',
        listed > 0 ? `${counted(listed, 'new piece is', 'new pieces are')} on sale as soon as you import.` : '',
        artists.size > 0
          ? `${counted(artists.size, 'artist is', 'artists are')} not known yet and will be added, without a page.`
          : '',
        series.size > 0
          ? `${counted(series.size, 'series is', 'series are')} not known yet and will be added, without a page.`
          : '',
        pictures > 0
          ? `${counted(pictures, 'picture stays', 'pictures stay')} at ${[...hosts].toSorted().slice(0, 3).join(', ')}: the shop does not fetch them. Upload them here before they disappear there.`
          : '',
      ].filter((sentence) => sentence !== '');
    },
  };
}

const counted = (count: number, one: string, several: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : several}`;
