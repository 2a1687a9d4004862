// Writes the pages of each language from the bundle, in which markers stand for the texts (scripts/translations/markers.ts).
//
//   node scripts/pages/write-languages.ts BUNDLE OUTPUT    writes the English pages to OUTPUT, those of vi to OUTPUT/vi
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { minify } from 'rolldown/utils';
import { type Language, languageNames, languagePrefix, languages } from '../../contract/languages.ts';
import { beginStep } from '../build-progress.ts';
import { filesUnder } from '../files-under.ts';
import { type Catalog, readCatalog } from '../translations/catalogs.ts';
import { readMarkers } from '../translations/write-texts.ts';
import { compressed } from './compress-assets.ts';

/** All browsers that Vite compiles for understand it. */
const target = 'es2022';

const hashLength = 8;
/** The name of a script of the browser where another file names it: alone, or in a list that the minifier has written as one text. */
const scriptName = /(?<=\/)[\w.-]+\.js(?=["'`,])/g;

const [bundle, output] = process.argv.slice(2);
if (!bundle || !output) throw new Error('usage: node scripts/pages/write-languages.ts BUNDLE OUTPUT');
await writeLanguages(bundle, output);

async function writeLanguages(from: string, to: string): Promise<void> {
  const all = filesUnder(from);
  const scripts = all.filter((file) => file.endsWith('.js'));
  const files = all.filter((file) => file.startsWith('client/') && !file.endsWith('.js'));
  for (const [language, written] of await codesOf(from, scripts)) {
    beginStep(`pages in ${languageNames[language]}`);
    const { nameOf, rename } = renamer(written);
    const directory = join(to, language === 'en' ? '' : language);
    const write = async (file: string, content: () => Uint8Array) => {
      const earlier = language === 'en' ? null : join(to, file);
      await writeAsset(join(directory, file), content, earlier);
    };
    await forEach(files, (file) => write(file, () => readFileSync(join(from, file))));
    await forEach([...written], async ([file, code]) => {
      if (file.startsWith('client/'))
        return write(`client/assets/${nameOf(posix.basename(file))}`, () => Buffer.from(rename(code)));
      const renamed = rename(code);
      writeFile(join(directory, file), file === 'server/index.js' ? withSettings(renamed, language) : renamed);
    });
  }
}

/** Does the work for all items, for as many at once as there are cores: the minifier and the compressor have threads of their own. */
async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = items.values();
  const worker = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

type Codes = ReadonlyMap<string, string>;

/** The code of all scripts in each language, by file, with the names of scripts in the bundle. */
async function codesOf(from: string, scripts: readonly string[]): Promise<ReadonlyMap<Language, Codes>> {
  const written = languages.map((language) => ({
    language,
    catalogs: catalogReader(language),
    codes: new Map<string, string>(),
  }));
  const finish = (file: string, code: string) => (file.startsWith('client/') ? minified(file, code) : code);
  await forEach(scripts, async (file) => {
    const source = readFileSync(join(from, file), 'utf8');
    const write = readMarkers(file, source);
    const same = write ? null : await finish(file, source);
    for (const { language, catalogs, codes } of written) {
      // The server renders with React's development version in tests, and ids of elements depend on whether children are an array.
      const code = write?.({ language, catalogs, keepArrays: true }).toString() ?? source;
      codes.set(file, same ?? (await finish(file, code)));
    }
  });
  return new Map(written.map(({ language, codes }) => [language, codes]));
}

/** Reads each catalog of a language once. */
function catalogReader(language: Language): (name: string) => Catalog {
  const catalogs = new Map<string, Catalog>();
  return (name) => {
    const catalog = catalogs.get(name) ?? readCatalog(language, name);
    catalogs.set(name, catalog);
    return catalog;
  };
}

async function minified(file: string, code: string): Promise<string> {
  const { code: shorter, errors } = await minify(file, code, { module: true, compress: { target }, mangle: true });
  const [error] = errors;
  if (error) throw new SyntaxError(`${file}: ${error.message}`);
  return shorter;
}

/**
 * Returns functions that give the browser's scripts their final names: for a name, and for all names in code. A name ends with a hash of the script's content and of all
 * scripts that it loads, so that other texts have another name and browsers may keep each file for ever. The version of React Router's
 * manifest is the hash in its name.
 */
function renamer(codes: Codes): { nameOf: (name: string) => string; rename: (code: string) => string } {
  const scripts = new Map(
    [...codes].filter(([file]) => file.startsWith('client/')).map(([file, code]) => [posix.basename(file), code]),
  );
  const stemOf = (name: string) => (scripts.has(name) ? name.slice(0, -'.js'.length - hashLength) : name);
  const loaded = new Map([...scripts].map(([name, code]) => [name, new Set(code.match(scriptName))]));
  const digests = new Map([...scripts].map(([name, code]) => [name, hashOf(code.replaceAll(scriptName, stemOf))]));
  const names = new Map<string, string>();
  for (const name of scripts.keys()) {
    const reached = new Set([name]);
    for (const one of reached) for (const other of loaded.get(one) ?? []) if (scripts.has(other)) reached.add(other);
    const hash = hashOf(
      [...reached]
        .map((one) => digests.get(one))
        .sort()
        .join(),
    );
    names.set(name, `${stemOf(name)}${hash.slice(0, hashLength)}.js`);
  }
  const manifest = [...names].find(([name]) => name.startsWith('manifest-'));
  if (!manifest) throw new Error('The bundle has no manifest: has React Router changed?');
  const [before = '', after = ''] = manifest.map((name) => name.slice(-'.js'.length - hashLength, -'.js'.length));
  const nameOf = (name: string) => names.get(name) ?? name;
  const final = new Set(names.values());
  const rename = (code: string) => {
    const renamed = code.replaceAll(scriptName, nameOf).replaceAll(before, after);
    const former = renamed.match(/[\w.-]+\.js/g)?.find((name) => names.has(name) && !final.has(name));
    if (former) throw new Error(`A script names ${former}, which has another name now: has the minifier changed?`);
    return renamed;
  };
  return { nameOf, rename };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Sets what React Router's server has to know about the language: the prefix of its addresses and the directory of its scripts. */
function withSettings(code: string, language: Language): string {
  const settings = {
    basename: languagePrefix(language) || '/',
    assetsBuildDirectory: posix.join('build', language === 'en' ? '' : language, 'client'),
  };
  return Object.entries(settings).reduce((changed, [name, value]) => {
    const declaration = new RegExp(`(?<=^(?:var|const|let) ${name} = )".*"(?=;$)`, 'm');
    if (!declaration.test(changed)) throw new Error(`The server's bundle has no ${name}: has React Router changed?`);
    return changed.replace(declaration, JSON.stringify(value));
  }, code);
}

/** Writes a file of the browser and its compressed forms. `earlier`: where a language before this one has the same file, if it has. */
async function writeAsset(file: string, content: () => Uint8Array, earlier: string | null): Promise<void> {
  if (earlier && existsSync(earlier)) {
    mkdirSync(dirname(file), { recursive: true });
    for (const end of ['', '.br', '.gz']) if (existsSync(earlier + end)) copyFileSync(earlier + end, file + end);
    return;
  }
  const bytes = content();
  writeFile(file, bytes);
  for (const [end, smaller] of await compressed(file, bytes)) writeFile(file + end, smaller);
}

function writeFile(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
