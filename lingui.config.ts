import { readdirSync } from 'node:fs';
import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';
import { translated } from './contract/languages.ts';
import {
  createContractExtractor,
  createPageExtractor,
  createServerExtractor,
} from './scripts/translations/extractors.ts';

const directoriesIn = (path: string) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'styles')
    .map(({ name }) => name);

const directories = [
  ...directoriesIn('web').filter((name) => name !== 'admin'),
  ...directoriesIn('web/admin').map((name) => `admin/${name}`),
];

/** Where texts are found, and the files with their translations (docs/translating.md). */
export default defineConfig({
  sourceLocale: 'en',
  locales: [...translated],
  catalogs: [
    ...directories.map((name) => ({ path: `<rootDir>/locales/{locale}/${name}`, include: [`web/${name}`] })),
    { path: '<rootDir>/locales/{locale}/pages', include: ['web/*.{ts,tsx}'] },
    { path: '<rootDir>/locales/{locale}/admin/panel', include: ['web/admin/*.{ts,tsx}'] },
    { path: '<rootDir>/locales/{locale}/contract', include: ['contract'] },
    { path: '<rootDir>/locales/{locale}/server', include: ['server'], exclude: ['server/testing/**'] },
  ],
  extractors: [createContractExtractor(), createServerExtractor(), createPageExtractor()],
  // Line numbers would change with every edit.
  format: formatter({ lineNumbers: false }),
  orderBy: 'origin',
});
