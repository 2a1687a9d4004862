import type { Plugin } from 'vite';
import { translated } from '../../contract/languages.ts';
import { readCatalog } from './catalogs.ts';
import { markContractTexts, markMacros } from './mark-texts.ts';
import { hasMarker } from './markers.ts';
import { readMarkers } from './write-texts.ts';

const sources = [/\/contract\/[\w/-]+\.ts$/, /\/web\/.*\.tsx?$/];

/** The Vite plugin that replaces the texts in the sources by markers. It has to come before the React Compiler. */
export function markTexts(): Plugin {
  const catalogs = translated.map((language) => readCatalog(language, 'contract'));
  const isTranslated = (id: string, text: string) => catalogs.some((catalog) => (catalog.get(id) ?? text) !== text);
  return {
    name: 'lacquer:mark-texts',
    enforce: 'pre',
    transform: {
      filter: { id: sources },
      handler(source, id) {
        const isContract = id.includes('/contract/');
        if (!isContract && !source.includes('@lingui/')) return null;
        const marked = isContract ? markContractTexts(id, source, isTranslated) : markMacros(id, source);
        return marked && { code: marked.toString(), map: marked.generateMap({ hires: 'boundary' }) };
      },
    },
  };
}

/** The Vite plugin that writes English in place of the markers, for development and tests. */
export function writeEnglish(): Plugin {
  return {
    name: 'lacquer:write-english',
    enforce: 'post',
    transform: {
      filter: { id: sources, code: hasMarker },
      handler(source, id) {
        const written = readMarkers(id, source)?.({ language: 'en', catalogs: () => new Map(), keepArrays: true });
        return written && { code: written.toString(), map: written.generateMap({ hires: 'boundary' }) };
      },
    },
  };
}
