import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { languagePrefix, translated } from '../../contract/languages.ts';
import { readPoFile } from '../../server/platform/po-file.ts';
import { root } from '../build-directory.ts';
import { hasMarker, languageMarker } from '../translations/markers.ts';

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [join(root, 'scripts', 'build-when-stale.ts')], { cwd: root });
}, 300_000);

/** All code of the built pages with this prefix, by file. */
function codeOf(prefix: string): Map<string, string> {
  const directory = join(root, 'build', prefix);
  const files = ['client', 'server'].flatMap((part) =>
    readdirSync(join(directory, part), { recursive: true, encoding: 'utf8' }).map((file) => join(part, file)),
  );
  const scripts = files.filter((file) => file.endsWith('.js'));
  return new Map(scripts.map((file) => [file, readFileSync(join(directory, file), 'utf8')]));
}

/** The catalogs of web/, whose English texts are nowhere else. */
const catalogs = readdirSync(join(root, 'locales', translated[0]), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.po') && !['server.po', 'contract.po'].includes(file))
  .map((file) => file.slice(0, -'.po'.length));

it('no page of a language has a sentence of another language, and no marker is left', () => {
  const english = codeOf('');
  expect(english.size).toBeGreaterThan(100);
  for (const language of translated) {
    const other = codeOf(languagePrefix(language));
    const sentences = catalogs
      .flatMap((name) => readPoFile(language, name))
      // Sentences without syntax of messages and without characters that code escapes.
      .filter(({ english: text, translation }) => text !== translation && /^[\w ,.;:-]{30,}$/.test(text));
    expect(sentences.length).toBeGreaterThan(500);
    const whole = [...other.values()].join('\n');
    expect(sentences.filter(({ english: text }) => whole.includes(text))).toEqual([]);
    const inEnglish = [...english.values()].join('\n');
    expect(sentences.filter(({ translation }) => inEnglish.includes(translation))).toEqual([]);
    expect(whole + inEnglish).not.toMatch(hasMarker);
    expect(whole + inEnglish).not.toContain(languageMarker);
  }
});

it('a script with the same name has the same content in all languages', () => {
  const english = codeOf('');
  const shared = translated.flatMap((language) =>
    [...codeOf(languagePrefix(language))].filter(([file]) => file.startsWith('client') && english.has(file)),
  );
  expect(shared.length).toBeGreaterThan(0);
  for (const [file, code] of shared) expect(english.get(file), file).toBe(code);
});

it.each(['en', ...translated] as const)('every script that a page of %s can load is there', (language) => {
  const prefix = languagePrefix(language);
  const code = codeOf(prefix);
  const named = [...code.values()].flatMap((text) => text.match(/(?<=["'`,]\/assets\/)[\w.-]+\.(?:js|css)/g) ?? []);
  const missing = new Set(named.filter((name) => !existsSync(join(root, 'build', prefix, 'client', 'assets', name))));
  expect(named.length).toBeGreaterThan(100);
  expect([...missing]).toEqual([]);
});
