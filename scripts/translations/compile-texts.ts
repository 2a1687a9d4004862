import type { SourceMap } from 'magic-string';
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
  const mark = (id: string, source: string) => {
    if (id.includes('/contract/')) return markContractTexts(id, source, isTranslated);
    return source.includes('@lingui/') ? markMacros(id, source) : null;
  };
  let isBuild = false;
  /** By file. A build asks for a file for browsers and for the server, and React Router for that of a route a few more times. */
  const known = new Map<string, { source: string; result: { code: string; map: SourceMap | null } | null }>();
  return {
    name: 'lacquer:mark-texts',
    enforce: 'pre',
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    transform: {
      filter: { id: sources },
      handler(source, id) {
        const before = known.get(id);
        if (before?.source === source) return before.result;
        const marked = mark(id, source);
        // A build has no source maps.
        const map = isBuild || !marked ? null : marked.generateMap({ hires: 'boundary' });
        const result = marked && { code: marked.toString(), map };
        known.set(id, { source, result });
        return result;
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
