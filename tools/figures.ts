/**
 * `npm run figures`: counts lines, files, module state and production dependencies of this tree.
 * `npm run figures -- REF` prints the figures of a commit beside them; `--list` names the files behind the counts.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';

/** Folders of the product; the last five existed before the workspaces. */
const productFolders = ['src', 'packages', 'contract', 'rows', 'host', 'service', 'proxy'];
const testFolders = ['tests', 'e2e'];
const toolFolders = ['tools', 'bench'];
/** Code of other people, and what the build writes. */
const skippedFolders = ['node_modules', 'build', 'dist'];
const programs = ['proxy', 'service', 'console'] as const;

const maxFileLines = 300;
const smallFileLines = 30;

type Source = { path: string; text: string; lines: number };
type Count = { value: number; names?: string[] };
/** Figures by their name, in the order in which they are printed. */
export type Figures = Record<string, Count>;

/** What `package-lock.json` says of one installed package. */
type LockedPackage = {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
  link?: boolean;
  resolved?: string;
  os?: string[];
  cpu?: string[];
  libc?: string[];
};
type Lockfile = { packages: Record<string, LockedPackage> };

/** Counts everything in the working tree at `root`. */
export function measure(root: string): Figures {
  const product = sourcesIn(root, productFolders);
  const tests = sourcesIn(root, testFolders);
  const importers = importersOf(root, product);
  const single = product.filter(({ path }) => importers.get(path)?.size === 1);
  const long = [...product, ...tests].filter(({ lines }) => lines > maxFileLines);
  const lets = product.filter(({ path }) => path.startsWith('src/')).flatMap(moduleLets);
  return {
    'product lines': { value: linesOf(product) },
    'test lines': { value: linesOf(tests) },
    'tool and bench lines': { value: linesOf(sourcesIn(root, toolFolders)) },
    'product files': { value: product.length },
    'product files with one importer': counted(single.map(({ path }) => path)),
    [`… of these under ${smallFileLines} lines`]: counted(
      single.filter(({ lines }) => lines < smallFileLines).map(({ path }) => path),
    ),
    'product folders with one or two files': counted(smallFolders(product)),
    [`product and test files over ${maxFileLines} lines`]: counted(
      long.map(({ path, lines }) => `${path} (${lines})`),
    ),
    'module-level lets of the console': counted(lets),
    ...dependencyFigures(root),
  };
}

const counted = (names: string[]): Count => ({ value: names.length, names });
const linesOf = (sources: Source[]) => sources.reduce((sum, { lines }) => sum + lines, 0);

function sourcesIn(root: string, folders: string[]): Source[] {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter(
          (name) =>
            /\.(tsx?|m?js)$/.test(name) && !name.split('/').some((part) => skippedFolders.includes(part)),
        )
        .map((name) => {
          const text = readFileSync(join(root, folder, name), 'utf8');
          return { path: join(folder, name), text, lines: text.split('\n').length - 1 };
        }),
    );
}

/** For each product file, the product files that import it, or spawn it by `new URL('./x.worker.ts', import.meta.url)`. */
function importersOf(root: string, product: Source[]): Map<string, Set<string>> {
  const paths = new Set(product.map(({ path }) => path));
  const importers = new Map<string, Set<string>>();
  for (const { path, text } of product)
    for (const name of importsOf(text)) {
      const target = resolveImport(root, path, name);
      if (!target || !paths.has(target)) continue;
      const known = importers.get(target) ?? new Set();
      importers.set(target, known.add(path));
    }
  return importers;
}

/** The module names in imports, exports and worker addresses of a file. */
export function importsOf(text: string): string[] {
  const imports = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
  const spawned = [...text.matchAll(/new URL\(\s*'([^']+)',\s*import\.meta\.url/g)].map(([, name]) => name!);
  return [...imports, ...spawned];
}

/** The file of a module name, as a path from the root; undefined for a third-party package. */
export function resolveImport(root: string, importer: string, name: string): string | undefined {
  if (name.startsWith('.')) return normalize(join(dirname(importer), name));
  const own = /^@cloakroom\/([^/]+)\/(.+)$/.exec(name);
  if (own) return join('packages', own[1]!, own[2]!);
  const alias = /^#([^/]+)\/(.+)$/.exec(name);
  if (!alias) return undefined;
  const [, first, rest] = alias;
  const inPackages = join('packages', first!);
  return join(existsSync(join(root, inPackages)) ? inPackages : first!, rest!);
}

/** Folders with one or two product files in them, however deep. */
function smallFolders(product: Source[]): string[] {
  const files = new Map<string, number>();
  for (const { path } of product)
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder))
      files.set(folder, (files.get(folder) ?? 0) + 1);
  return [...files].filter(([, count]) => count <= 2).map(([folder]) => folder);
}

function moduleLets({ path, text }: Source): string[] {
  return ts
    .createSourceFile(path, text, ts.ScriptTarget.Latest)
    .statements.filter((statement) => ts.isVariableStatement(statement))
    .filter(({ declarationList: { flags } }) => (flags & ts.NodeFlags.Const) === 0)
    .flatMap(({ declarationList }) => declarationList.declarations.map(({ name }) => name))
    .map((name) => `${path}: ${ts.isIdentifier(name) ? name.text : 'a pattern'}`);
}

function dependencyFigures(root: string): Figures {
  const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile;
  return Object.fromEntries(
    programs.flatMap((program) => {
      // Before the workspaces one manifest served all programs.
      const manifest = `packages/${program}` in lockfile.packages ? `packages/${program}` : '';
      const direct = Object.keys(lockfile.packages[manifest]?.dependencies ?? {});
      return [
        [
          `direct dependencies of the ${program}`,
          counted(direct.filter((name) => !name.startsWith('@cloakroom/'))),
        ],
        [`all production dependencies of the ${program}`, counted(installed(lockfile, manifest))],
      ] as [string, Count][];
    }),
  );
}

/** The paths of all packages that `npm ci --omit=dev` installs for a manifest on Linux with glibc on x64, without our own. */
function installed({ packages }: Lockfile, manifest: string): string[] {
  const seen = new Set<string>();
  const visit = (path: string) => {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[path]!;
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (name) => !peerDependenciesMeta?.[name]?.optional,
    );
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const found = locate(packages, path, name);
      if (found === undefined || seen.has(found) || !runsOnLinux(packages[found]!)) continue;
      seen.add(found);
      visit(found);
    }
  };
  visit(manifest);
  return [...seen].filter((path) => path.includes('node_modules/')).sort();
}

/** Looks up a dependency as Node does: in the `node_modules` of the package's own folder, then of each folder above. */
function locate(packages: Lockfile['packages'], path: string, name: string): string | undefined {
  for (let folder = path; ; folder = folder === '.' ? '' : dirname(folder)) {
    const candidate = join(folder === '.' ? '' : folder, 'node_modules', name);
    const locked = packages[candidate];
    if (locked) return locked.link ? locked.resolved : candidate;
    if (folder === '' || folder === '.') return undefined;
  }
}

const runsOnLinux = ({ os, cpu, libc }: LockedPackage) =>
  (os?.includes('linux') ?? true) && (cpu?.includes('x64') ?? true) && (libc?.includes('glibc') ?? true);

/** Counts everything in the tree of a commit. @throws {Error} from git if the commit does not exist. */
function measureRef(ref: string): Figures {
  const folder = mkdtempSync(join(tmpdir(), 'cloakroom-figures-'));
  try {
    const archive = join(folder, 'tree.tar');
    execFileSync('git', ['archive', '--output', archive, ref]);
    execFileSync('tar', ['-xf', archive, '-C', folder]);
    return measure(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One line for each figure; with a commit, the figure of the commit, the current one, and the difference. */
function table(now: Figures, before: Figures | undefined, ref = ''): string {
  const cell = (text: string | number) => String(text).padStart(10);
  const width = Math.max(...Object.keys(now).map((name) => name.length)) + 2;
  const head = before ? [''.padEnd(width) + cell(ref.slice(0, 9)) + cell('now') + cell('change')] : [];
  const lines = Object.entries(now).map(([name, { value }]) => {
    const label = name.padEnd(width);
    if (!before) return label + cell(value);
    const old = before[name]!.value;
    return label + cell(old) + cell(value) + cell(`${value < old ? '' : '+'}${value - old}`);
  });
  return [...head, ...lines].join('\n');
}

if (import.meta.filename === process.argv[1]) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { list: { type: 'boolean' } },
  });
  const [ref] = positionals;
  const now = measure('.');
  console.log(table(now, ref === undefined ? undefined : measureRef(ref), ref));
  if (values.list)
    for (const [name, { names = [] }] of Object.entries(now))
      if (names.length > 0) console.log(`\n${name}:\n${names.map((each) => `  ${each}`).join('\n')}`);
}
