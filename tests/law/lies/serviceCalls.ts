/** Finds the calls of the service that the proxy's code makes. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@cloakroom/contract/api.ts';
import { nameOf } from './runner.ts';

const proxy = new URL('../../../packages/proxy/', import.meta.url).pathname;
/** Excludes the command line, which calls the proxy. */
const excludedFolders = /^(?:commands|node_modules)\//;

/**
 * `callPattern` matches `upstream.call(getSelf, …)` and `upstream.list(listUploads, …)`; `signInPattern` matches the calls
 * that the routes of the sign-in make themselves: `serve(login, …)`.
 */
const callPattern = /\.(?:call|list)\(\s*(\w+)/g;
const signInPattern = /\bserve\(\s*(\w+)/g;
const importPattern = /import \{([^}]*)\} from '@cloakroom\/contract\/[\w/]+\.ts'/g;

/** The names of the calls, such as `GET /api/users/self/`, in order. */
export async function serviceCalls(): Promise<string[]> {
  const files = (await readdir(proxy, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !excludedFolders.test(file),
  );
  const found = new Set<string>();
  for (const file of files) {
    const source = await readFile(join(proxy, file), 'utf8');
    const called = [...source.matchAll(callPattern)].map(([, name]) => name!);
    if (file === 'routes/signIn.ts')
      called.push(...[...source.matchAll(signInPattern)].map(([, name]) => name!));
    for (const [, names] of source.matchAll(importPattern))
      for (const name of names!.split(',').map((one) => one.trim())) {
        const endpoint = api.find((one) => one.name === name);
        if (endpoint && called.includes(name)) found.add(nameOf(endpoint.call));
      }
  }
  return [...found].sort();
}
