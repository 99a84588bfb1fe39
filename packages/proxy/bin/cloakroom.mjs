#!/usr/bin/env node
/**
 * `cloakroom`: starts the command line from its bundle, which starts in a quarter of the time. The bundle is made anew when a
 * source has changed; where it can't be made, the command line runs from its sources.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';
import { parseEnv } from 'node:util';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const bundle = join(root, 'packages/proxy/build/cli');
const pathSettings = ['DATA_DIR', 'KEYRING', 'KEYRING_PASSPHRASE_FILE', 'CONSOLE_DIR'];

/** Reads the settings of the installation, in whichever folder the command runs. Variables that are set take precedence. */
function readSettings() {
  const file = join(root, '.env');
  const stored = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const settings = {
    ...stored,
    DATA_DIR: stored.DATA_DIR || 'data',
    CONSOLE_DIR: stored.CONSOLE_DIR || 'dist',
  };
  for (const [name, value] of Object.entries(settings))
    if (value) process.env[name] ||= pathSettings.includes(name) ? resolve(root, value) : value;
}

/** Whether the bundle is there and no source has changed since it was made. */
function isFresh() {
  try {
    const { readAt, sources } = JSON.parse(readFileSync(join(bundle, 'sources.json'), 'utf8'));
    return sources.every((name) => statSync(join(root, name)).mtimeMs < readAt);
  } catch {
    return false;
  }
}

function makeBundle() {
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'tools/bundleCommandLine.ts'], {
    cwd: root,
    stdio: 'ignore',
  });
  return status === 0;
}

readSettings();
if (isFresh() || makeBundle()) {
  process.setSourceMapsEnabled(true);
  process.env.BUNDLED_THREADS = '1';
  await import('../build/cli/cli.mjs');
} else {
  const { register } = await import('tsx/esm/api');
  register();
  await import('../cli.ts');
}
