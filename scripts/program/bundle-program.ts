// Bundles the server, its processes and the commands, so that a start reads a few files instead of seven hundred
// (docs/decisions/0061-the-server-is-bundled.md).
//
//   node scripts/program/bundle-program.ts BUILD    writes BUILD/program/; BUILD has the pages: server/, and a folder for each other language
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ModuleInfo, type OutputOptions, type Plugin, rolldown } from 'rolldown';
import { languages, translated } from '../../contract/languages.ts';
import {
  type BundleManifest,
  type InputStamp,
  manifestName,
  stampOf,
  stampsUnder,
} from '../../server/bundle-manifest.ts';
import { lineTableOf } from '../../server/bundled-stack-traces.ts';
import { readPoFile, type TranslatedText } from '../../server/platform/po-file.ts';
import { version } from '../../server/platform/version.ts';
import { root } from '../build-directory.ts';
import { beginStep } from '../build-progress.ts';
import { lineTable } from './line-table.ts';
import {
  type Found,
  nameOf,
  ownModules,
  packageOutside,
  pagesName,
  programModules,
  replacedModules,
  serverBuild,
} from './own-modules.ts';

const [build] = process.argv.slice(2);
if (!build) throw new Error('usage: node scripts/program/bundle-program.ts BUILD');
await bundleProgram(build);

async function bundleProgram(build: string): Promise<void> {
  beginStep('program');
  const directory = join(build, 'program');
  mkdirSync(directory, { recursive: true });
  const found: Found = { modules: new Map(), files: new Set(), packages: new Set() };
  const { shop, processes } = programModules();
  await bundleModules(shop, { build, found, groups: [{ name: 'shop', tags: ['$initial'] }] });
  await bundleModules(processes, { build, found });
  await bundlePages(build, found);
  writeFileSync(join(directory, 'texts.json'), JSON.stringify(readTexts(found.modules)));
  const manifest: BundleManifest = {
    version,
    // The programs are also what this program makes of them.
    modules: { ...Object.fromEntries(found.modules), ...stampsUnder(root, ['scripts/program']) },
    files: [...found.files].sort(),
    packages: [...found.packages].sort(),
  };
  writeFileSync(join(directory, manifestName), JSON.stringify(manifest));
}

type Groups = NonNullable<Exclude<OutputOptions['codeSplitting'], boolean | undefined>['groups']>;

interface ProgramOptions {
  build: string;
  found: Found;
  /** Modules that get a file together. */
  groups?: Groups;
}

/** Bundles programs, by their paths below the root, each into a file with its name. */
function bundleModules(programs: readonly string[], { build, found, groups = [] }: ProgramOptions): Promise<void> {
  const input = Object.fromEntries(programs.map((module) => [nameOf(module), join(root, module)]));
  return bundleInto(build, { input, groups, found, plugins: [replacedModules(), ownModules(programs, found)] });
}

/**
 * Bundles the built pages of all languages. They share React and React Router, which the server takes from them (web/entry.server.tsx), and
 * nothing else with the server, so a bundle of their own needs less memory.
 */
function bundlePages(build: string, found: Found): Promise<void> {
  const input = Object.fromEntries(languages.map((language) => [pagesName(language), serverBuild(build, language)]));
  const groups: Groups = [
    { name: 'libraries', tags: ['$initial'], test: /[\\/]node_modules[\\/]/ },
    ...pageGroups(build),
  ];
  // Their stack traces name the place in the bundle: they have no other source.
  const plugin: Plugin = {
    name: 'lacquer:built-pages',
    load: (id) => (id.startsWith(`${build}/`) ? { code: readFileSync(id, 'utf8'), map: { mappings: '' } } : null),
  };
  return bundleInto(build, { input, groups, found, plugins: [plugin] });
}

interface BundlerOptions {
  input: Record<string, string>;
  groups: Groups;
  found: Found;
  plugins: Plugin[];
}

async function bundleInto(build: string, { input, groups, found, plugins }: BundlerOptions): Promise<void> {
  const directory = join(build, 'program');
  const bundle = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    external: (id) => packageOutside(id) !== undefined,
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins,
    // React's files begin with 'use client', which means nothing on the server. Some commands import a database's driver at once.
    checks: { moduleLevelDirective: false, ineffectiveDynamicImport: false },
    onLog(_level, { code, message }) {
      // The bundler only warns, and the program would fail when it loads the module.
      if (code === 'UNRESOLVED_IMPORT') throw new Error(message);
    },
    // No comments with the paths of modules: they would name the folder of the unfinished build.
    experimental: { attachDebugInfo: 'none' },
  });
  const { output } = await bundle.generate({
    // Not written there by this call, but the names in the source map are relative to it.
    dir: directory,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    sourcemap: 'hidden',
    keepNames: true,
    ...(groups.length > 0 && { codeSplitting: { groups } }),
  });
  await bundle.close();
  for (const chunk of output) {
    if (chunk.type !== 'chunk') continue;
    for (const name of [...chunk.imports, ...chunk.dynamicImports]) {
      const loaded = packageOutside(name);
      if (loaded !== undefined && loaded !== 'vite') found.packages.add(loaded);
    }
    writeFileSync(join(directory, chunk.fileName), asAscii(chunk.code));
    writeFileSync(join(directory, lineTableOf(chunk.fileName)), JSON.stringify(lineTable(chunk, directory)));
  }
}

/** One file for the modules of a language that its pages import at once. Those that they import later stay in files of their own. */
function pageGroups(build: string): Groups {
  return languages.map((language) => {
    let modules: Set<string> | undefined;
    return {
      debugName: pagesName(language),
      name(id: string, graph: { getModuleInfo(id: string): ModuleInfo | null }) {
        modules ??= importedBy(serverBuild(build, language), (one) => graph.getModuleInfo(one)?.importedIds ?? []);
        return modules.has(id) && id.startsWith(`${build}/`) ? pagesName(language) : null;
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

/**
 * Writes other characters as escapes: V8 keeps the source of a module, in two bytes for each character unless all of them are ASCII.
 */
function asAscii(code: string): string {
  const escapeOf = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return code.replaceAll(/\P{ASCII}+/gu, (text) => text.split('').map(escapeOf).join(''));
}

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
