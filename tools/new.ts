/**
 * `npm run new feature|machine|worker|endpoint NAME` writes its first files, with a test in the mirrored folder. An endpoint
 * is added to the contract's list and to the service too.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { endpoint, feature, machine, worker, type Template } from './templates.ts';

const templates: Record<string, Template> = { feature, machine, worker, endpoint };

const usage = `npm run new feature|machine|worker|endpoint NAME

NAME is a noun in camelCase, as the folder is called: bookmarks, savedFilters.`;

/**
 * Writes the files of a template into the tree at `root`, formatted.
 * @returns the paths that were written, and what is left to do.
 * @throws {Error} when one of the files exists already, or the arguments name no template.
 */
export async function makeFiles(
  root: string,
  kind: string,
  name: string,
): Promise<{ paths: string[]; next: string }> {
  const template = Object.hasOwn(templates, kind) ? templates[kind] : undefined;
  if (!template || !/^[a-z][a-zA-Z0-9]*$/.test(name)) throw new Error(usage);
  const { files, insertions = [], next } = template(name);
  const paths = Object.keys(files);
  const existing = paths.find((path) => existsSync(join(root, path)));
  if (existing !== undefined) throw new Error(`${existing} exists already. Choose another name.`);
  // Computed before anything is written, because a list that isn't found throws.
  const resolvedInsertions = insertions.map(({ path, after, text }) => {
    const before = readFileSync(join(root, path), 'utf8');
    const found = [...before.matchAll(after)].at(-1);
    if (!found) throw new Error(`tools/templates.ts finds no place in ${path} for: ${text.trim()}`);
    const end = found.index + found[0].length;
    return { path, end, text };
  });
  for (const [path, text] of Object.entries(files)) await write(root, path, text);
  // From the end of a file to its start, so that earlier insertions don't move later ones.
  for (const { path, end, text } of resolvedInsertions.toSorted((a, b) => b.end - a.end)) {
    const current = readFileSync(join(root, path), 'utf8');
    writeFileSync(join(root, path), current.slice(0, end) + text + current.slice(end));
  }
  return { paths: [...paths, ...new Set(insertions.map(({ path }) => path))], next };
}

async function write(root: string, path: string, text: string): Promise<void> {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  const options = await resolveConfig(join('tools', 'new.ts'));
  writeFileSync(file, await format(text, { ...options, filepath: file }));
}

if (import.meta.filename === process.argv[1]) {
  const [kind = '', name = '', ...more] = process.argv.slice(2);
  try {
    if (more.length > 0) throw new Error(usage);
    const { paths, next } = await makeFiles('.', kind, name);
    console.log(`Wrote:\n${paths.map((path) => `  ${path}`).join('\n')}\n\nNext: ${next}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
