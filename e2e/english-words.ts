import { expect, type Page } from '@playwright/test';

/** Common words of English that are no words of Vietnamese, which has "to", "in" and "no" too. */
const words =
  'about|account|add|address|all|and|are|back|cart|cards?|checkout|close|collection|contact|create|delivery|description|done|enquire|from|home|item|items|menu|message|more|name|next|open|order|orders|page|password|payment|pictures?|pieces?|please|price|remove|save|search|send|show|sign|sold|subject|that|the|this|with|you|your';

/**
 * Fails if the page shows or names anything in English, outside of elements that say so with `lang`. `isData`: whether a text is
 * what somebody has written.
 */
export async function expectNoEnglish(
  page: Page,
  names: readonly string[],
  isData: (text: string) => boolean = () => false,
): Promise<void> {
  const found = await page.evaluate(findEnglish, { words, names: [...names] });
  expect(
    found.filter((text) => !isData(text)),
    `English on ${page.url()}`,
  ).toEqual([]);
}

/** Runs in the page. */
function findEnglish({ words: list, names }: { words: string; names: string[] }): string[] {
  const english = new RegExp(`(?<![\\p{L}\\p{M}])(?:${list})(?![\\p{L}\\p{M}])`, 'iu');
  const isOther = (element: Element | null) => !element || element.closest('[lang=en], script, style') !== null;
  const texts: string[] = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode())
    if (!isOther(walker.currentNode.parentElement)) texts.push(walker.currentNode.textContent ?? '');
  for (const element of document.querySelectorAll('[aria-label], [alt], [title], [placeholder]'))
    for (const attribute of ['aria-label', 'alt', 'title', 'placeholder'])
      if (!isOther(element)) texts.push(element.getAttribute(attribute) ?? '');
  const without = texts.map((text) => names.reduce((rest, name) => rest.replaceAll(name, ''), text.trim()));
  return [...new Set(without.filter((text) => english.test(text)))];
}
