import type { CollectionFacets } from '#contract/collection.ts';
import type { Language } from '#contract/languages.ts';
import { foldText } from '#contract/text.ts';
import { facetsByName, findTranslatedMediums } from '#server/features/catalog/catalog.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { textsOf } from './present-translation.ts';
import { selectTextsOfSeries } from './translations.queries.ts';

type Values = CollectionFacets['series'];

/**
 * Adds the labels that pages in this language show for series and mediums: the translated name of a series, and the translation of a
 * medium that most pieces have.
 */
export async function translateFacets(
  reader: Reader,
  language: Language,
  facets: CollectionFacets,
): Promise<CollectionFacets> {
  const namesOf = (values: Values) => values.map(({ value }) => foldText(value));
  const series = await selectTextsOfSeries(reader, language, namesOf(facets.series));
  const mediums = await findTranslatedMediums(reader, language, namesOf(facets.mediums ?? []));
  const nameOf = (name: string) => {
    const texts = series.get(name);
    return texts === undefined ? undefined : textsOf(texts).name;
  };
  return {
    ...facets,
    series: labelled(facets.series, nameOf),
    ...(facets.mediums && { mediums: labelled(facets.mediums, (medium) => mediums.get(medium)) }),
  };
}

const labelled = (values: Values, labelOf: (folded: string) => string | undefined): Values =>
  facetsByName(
    values.map((facet) => {
      const label = labelOf(foldText(facet.value));
      return label === undefined ? facet : { ...facet, label };
    }),
  );
