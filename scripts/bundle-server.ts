// Bundles the server, its processes and the commands into build/program/, so that a start reads a few files instead of seven hundred
// (docs/decisions/0061-the-server-is-bundled.md). `npm run build` calls bundleServer() after it has built the pages.
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { type ModuleInfo, type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { type Language, languages, translated } from '../contract/languages.ts';
import { type BundleManifest, type InputStamp, manifestName, stampOf } from '../server/bundle-manifest.ts';
import { type LineTable, lineTableOf } from '../server/bundled-stack-traces.ts';
import { bundledName, commands } from '../server/commands.ts';
import { readPoFile, type TranslatedText } from '../server/platform/po-file.ts';
import { version } from '../server/platform/version.ts';

const root = join(import.meta.dirname, '..');

/**
 * Packages that stay outside: they have compiled code or read files beside theirs, or (vite) belong to development. Each is loaded when it
 * is first used, except better-sqlite3.
 */
const outside = [
  'better-sqlite3',
  'sharp',
  '@techstark/opencv-js',
  'libheif-js',
  'pdfkit',
  'fontkit',
  'pg-native',
  'vite',
];

/** Module that is imported first by every program. */
const stackTraces = join(root, 'server', 'bundled-stack-traces.ts');
const importBuild = join(root, 'server', 'platform', 'http', 'import-build.ts');
const poFile = join(root, 'server', 'platform', 'po-file.ts');

export interface BundleOptions {
  /** The folder with the built pages: `server/` and a folder for each other language. The bundle is written to `program/` in it. */
  build: string;
  /** Files and folders below the root that the pages are made of. */
  pageInputs: readonly string[];
}

/** Takes some two seconds. */
export async function bundleServer({ build, pageInputs }: BundleOptions): Promise<void> {
  const modules = new Map<string, InputStamp>();
  const files = new Set<string>();
  const packages = new Set<string>();
  const { shop, processes } = programModules();
  const options = { build, modules, files, packages };
  const chunks = [...(await bundlePrograms(shop, options)), ...(await bundlePrograms(processes, options))];
  for (const name of chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])) {
    const loaded = packageOutside(name);
    if (loaded !== undefined && loaded !== 'vite') packages.add(loaded);
  }
  const directory = join(build, 'program');
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  for (const chunk of chunks) {
    writeFileSync(join(directory, chunk.fileName), asAscii(chunk.code));
    writeFileSync(join(directory, lineTableOf(chunk.fileName)), JSON.stringify(lineTable(chunk, directory)));
  }
  writeFileSync(join(directory, 'texts.json'), JSON.stringify(readTexts(modules)));
  const manifest: BundleManifest = {
    version,
    modules: Object.fromEntries(modules),
    pages: Object.fromEntries(pageInputs.flatMap(inputsUnder)),
    files: [...files].sort(),
    packages: [...packages].sort(),
  };
  // Last: without it there is no bundle.
  writeFileSync(join(directory, manifestName), JSON.stringify(manifest));
}

/**
 * The programs in the bundle, by their paths below the root. The shop and its commands share nearly all modules, so these are in one file.
 * The processes and threads that the sources start, and main.ts, need few modules each.
 */
export function programModules(): { shop: string[]; processes: string[] } {
  const started = globSync('server/**/*.ts', { cwd: root, exclude: ['**/*.test.ts', 'server/testing/**'] }).flatMap(
    (module) => {
      const source = readFileSync(join(root, module), 'utf8');
      return [...source.matchAll(programUrl)].map(([, path = '']) => join(dirname(module), path));
    },
  );
  return { shop: Object.values(commands), processes: ['server/main.ts', ...new Set(started)] };
}

async function bundlePrograms(programs: readonly string[], options: Omit<OwnModulesOptions, 'programs'>) {
  const isShop = programs.includes('server/run.ts');
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(programs.map((module) => [nameOf(module), join(root, module)])),
    platform: 'node',
    external: (id) => packageOutside(id) !== undefined,
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [replacedModules(), ownModules({ programs, ...options })],
    // React's files begin with 'use client', which means nothing on the server. Some commands import a database's driver at once.
    checks: { moduleLevelDirective: false, ineffectiveDynamicImport: false },
  });
  const { output } = await bundle.generate({
    // Not written there by this call, but the names in the source map are relative to it.
    dir: join(options.build, 'program'),
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    sourcemap: 'hidden',
    keepNames: true,
    ...(isShop && { codeSplitting: { groups: [{ name: 'shop', tags: ['$initial'] }, ...pageGroups(options.build)] } }),
  });
  await bundle.close();
  return output.filter((part) => part.type === 'chunk');
}

/** One file for the modules of a language that its pages import at once. Those that they import later stay in files of their own. */
function pageGroups(build: string) {
  return languages.map((language) => {
    let found: Set<string> | undefined;
    return {
      debugName: `pages-${language}`,
      name(id: string, graph: { getModuleInfo(id: string): ModuleInfo | null }) {
        found ??= importedBy(serverBuild(build, language), (module) => graph.getModuleInfo(module)?.importedIds ?? []);
        return found.has(id) && id.startsWith(`${build}/`) ? `pages-${language}` : null;
      },
    };
  });
}

/** The module and all that it imports, directly or not. */
function importedBy(module: string, importsOf: (module: string) => readonly string[]): Set<string> {
  const found = new Set([module]);
  for (const next of found) for (const imported of importsOf(next)) found.add(imported);
  return found;
}

const serverBuild = (build: string, language: Language) =>
  join(build, language === 'en' ? '' : language, 'server', 'index.js');

/** How the sources name a module that runs in a process or thread of its own. */
const programUrl = /new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g;
/** How they name files that they read. What follows in the template is a name in a folder. */
const fileUrl = /new URL\([`'](\.[^`'$]+?\/?)(?:\$\{[^`]*`|[^`'/]*[`']), import\.meta\.url\)/g;

/** How they load a package that the bundler does not see. */
const loadedByName = /(?:createRequire\(import\.meta\.url\)|import\.meta\.resolve)\('([^']+)'\)/g;

const nameOf = (module: string) => bundledName(module).replace(/\.js$/, '');

const packageOutside = (id: string) => outside.find((name) => id === name || id.startsWith(`${name}/`));

interface OwnModulesOptions {
  programs: readonly string[];
  build: string;
  modules: Map<string, InputStamp>;
  files: Set<string>;
  packages: Set<string>;
}

/** Adapts the modules of the repository to the place of the bundle, and notes what they are and what they read. */
function ownModules({ programs, build, modules, files, packages }: OwnModulesOptions): Plugin {
  const isOwn = (id: string) => id.startsWith(`${root}/`) && !id.includes('/node_modules/');
  return {
    name: 'lacquer:own-modules',
    load(id) {
      if (!isOwn(id)) return null;
      const module = relative(root, id);
      const stamp = stampOf(id);
      if (stamp) modules.set(module, stamp);
      if (id === importBuild) return pageImports(build);
      if (id === poFile) return translatedTexts;
      if (!id.endsWith('.ts')) return null;
      const code = readFileSync(id, 'utf8');
      for (const [text, path = ''] of code.matchAll(fileUrl))
        if (!text.includes('.ts')) files.add(join(dirname(module), path));
      for (const [, name = ''] of code.matchAll(loadedByName)) packages.add(packageOutside(name) ?? name);
      const adapted = code
        .replaceAll(programUrl, (_, path) => `new URL('./${bundledName(path)}', import.meta.here)`)
        .replaceAll('import.meta.url', `new URL('../../${module}', import.meta.url).href`)
        .replaceAll('import.meta.here', 'import.meta.url')
        .replaceAll('import.meta.dirname', `(import.meta.dirname + '/../../${dirname(module)}')`)
        .replaceAll('import.meta.main', 'false');
      // In the same line, so that all lines keep their numbers.
      const first = programs.includes(module) ? `import ${JSON.stringify(stackTraces)};` : '';
      return { code: first + adapted, moduleType: 'ts' };
    },
  };
}

/** Modules of Node and of packages that the bundle replaces, with their code. */
const replaced: Readonly<Record<string, string>> = {
  // `import` reads all properties of a module of Node, and one of this module loads all of Node's fetch. That takes some 40 ms of a start.
  'node:http': "module.exports = process.getBuiltinModule('node:http');",
  // Fastify does not call them, because no route has a schema for it (server/app.ts).
  '@fastify/ajv-compiler': '',
  '@fastify/fast-json-stringify-compiler': '',
};

function replacedModules(): Plugin {
  const prefix = '\0replaced:';
  return {
    name: 'lacquer:replaced-modules',
    resolveId: (id) => (id in replaced ? prefix + id : null),
    load: (id) => (id.startsWith(prefix) ? (replaced[id.slice(prefix.length)] ?? null) : null),
  };
}

/** A module like import-build.ts that imports the pages of all languages from the bundle, each when it is first needed. */
function pageImports(build: string): string {
  const imports = languages.map((language) => {
    const path = serverBuild(build, language);
    return `${JSON.stringify(path.slice(build.length))}: () => import(${JSON.stringify(path)}),`;
  });
  // The path of the English build, the first, is also the end of the others.
  return `const builds = {${imports.join('')}};
    export const importBuild = ({ pathname }) => builds[Object.keys(builds).findLast((end) => pathname.endsWith(end))]();`;
}

/**
 * Writes other characters as escapes: V8 keeps the source of a module, in two bytes for each character unless all of them are ASCII.
 */
const asAscii = (code: string) => code.replaceAll(/\P{ASCII}+/gu, (text) => text.split('').map(escapeOf).join(''));

const escapeOf = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A module like po-file.ts that reads the translated texts from one file of the bundle, without a parser. */
const translatedTexts = `import { readFileSync } from 'node:fs';
  export const readPoFile = (language, name) =>
    JSON.parse(readFileSync(new URL('texts.json', import.meta.url), 'utf8'))[language + '/' + name] ?? [];`;

/** The texts of the server in all languages but English; notes their files in `modules`. */
function readTexts(modules: Map<string, InputStamp>): Record<string, TranslatedText[]> {
  const names = translated.flatMap((language) => ['server', 'contract'].map((name) => [language, name] as const));
  return Object.fromEntries(
    names.map(([language, name]) => {
      const file = join('locales', language, `${name}.po`);
      const stamp = stampOf(join(root, file));
      if (stamp) modules.set(file, stamp);
      return [`${language}/${name}`, readPoFile(language, name)];
    }),
  );
}

/** All lines of a bundled file with their sources, as names below the root. */
function lineTable({ code, map }: OutputChunk, directory: string): LineTable {
  if (!map) return { sources: [], runs: [] };
  const origins = new SourceMap({ ...map, file: map.file ?? '', sourceRoot: '', sourcesContent: [] });
  const sources = map.sources.map((source) => relative(root, resolve(directory, source)));
  const runs: number[] = [];
  let last = { line: 0, source: -1, at: 0 };
  for (const [index, text] of code.split('\n').entries()) {
    const entry = origins.findEntry(index, Math.max(0, text.search(/\S/)));
    // A line without an entry goes on with what is before it.
    if (!('originalLine' in entry) || entry.generatedLine !== index) continue;
    const here = { line: index + 1, source: map.sources.indexOf(entry.originalSource), at: entry.originalLine + 1 };
    const goesOn = here.source === last.source && here.at - last.at === here.line - last.line;
    if (!goesOn) runs.push(here.line, here.source, here.at);
    if (!goesOn) last = here;
  }
  return { sources, runs };
}

function inputsUnder(path: string): [string, InputStamp][] {
  const stamp = stampOf(join(root, path));
  if (!stamp) return [];
  const below = statSync(join(root, path)).isDirectory() ? readdirSync(join(root, path)) : [];
  return [[path, stamp], ...below.flatMap((name) => inputsUnder(join(path, name)))];
}
