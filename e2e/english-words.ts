import { expect, type Page } from '@playwright/test';

/** Common words of English that are no words of Vietnamese, which has "to", "in" and "no" too. */
const words =
  'about|account|add|address|all|and|are|back|cart|cards?|checkout|close|collection|contact|create|delivery|description|done|enquire|from|home|item|items|menu|message|more|name|next|open|order|orders|page|password|payment|pictures?|pieces?|please|price|remove|save|search|send|show|sign|sold|subject|that|the|this|with|you|your';
const letter = String.raw`[\p{L}\p{M}\p{N}]`;
const english = new RegExp(`(?<!${letter})(?:${words})(?!${letter})`, 'iu');

/**
 * Reports every text of the page that is in English, outside of elements that say so with `lang`; the test goes on, so that one run
 * finds all of it. `data`: what people have written, which stays as it is.
 */
export async function expectNoEnglish(page: Page, data: readonly string[]): Promise<void> {
  const longestFirst = [...data].sort((one, other) => other.length - one.length);
  const isEnglish = (text: string) =>
    english.test(text) && english.test(longestFirst.reduce((rest, known) => rest.replaceAll(known, ''), text));
  const texts = await page.evaluate(findTexts);
  expect.soft([...new Set(texts)].filter(isEnglish), `English on ${page.url()}`).toEqual([]);
}

/** Runs in the page. */
function findTexts(): string[] {
  const isOther = (element: Element | null) => !element || element.closest('[lang=en], script, style') !== null;
  const texts: string[] = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { currentNode } = walker;
    // What somebody has typed is no text of the page.
    if (isOther(currentNode.parentElement) || currentNode.parentElement?.tagName === 'TEXTAREA') continue;
    texts.push(currentNode.textContent ?? '');
  }
  for (const element of document.querySelectorAll('[aria-label], [alt], [title], [placeholder]'))
    for (const attribute of ['aria-label', 'alt', 'title', 'placeholder'])
      if (!isOther(element)) texts.push(element.getAttribute(attribute) ?? '');
  return texts.map((text) => text.trim());
}
