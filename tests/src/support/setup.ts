/** What each test file begins with, and the cleanup between tests. Files of a process share a document and its modules. */
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import './browserFeatures.ts';
import { endTest } from './atTestEnd.ts';

// Long enough for a busy machine; what never appears still fails.
configure({ asyncUtilTimeout: 10_000 });

// Hooks of a file run before this one.
afterEach(async () => {
  // A page is unmounted before its root ends: it may start a sign-out when it mounts.
  cleanup();
  await endTest();
  vi.useRealTimers();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

/** Each test file is a browser of its own: channels don't reach other files in the same process. */
const browser = crypto.randomUUID();
const channels: BroadcastChannel[] = [];
const Channel = BroadcastChannel;
globalThis.BroadcastChannel = class extends Channel {
  constructor(name: string) {
    super(`${name} in ${browser}`);
    // Dexie opens its channel once, when it is loaded.
    if (!name.startsWith('x-storagemutated')) channels.push(this);
  }
};

afterAll(async () => {
  for (const channel of channels) channel.close();
  globalThis.BroadcastChannel = Channel;
  localStorage.clear();
  for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name!);
});
