/** Journeys in a real browser against the three real programs, built. Zero retries: a flake is a bug. */
import { defineConfig } from '@playwright/test';
import { headlessShell, launchOptions, fullChromium } from './tools/chromium.ts';

const longest = '**/spec/specification.spec.ts';
const ownPrograms = '**/ownPrograms/**';
const alone = '**/alone/**';

export default defineConfig({
  testDir: 'e2e',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // Three leave two cores no idle time, and waits with a limit are missed.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  reporter: [['list']],
  // The long file begins at once, and then those that start programs, or a worker would be alone with one of them at the end.
  projects: [
    { name: 'specification', testMatch: longest },
    { name: 'ownPrograms', testMatch: ownPrograms },
    { name: 'journeys', testIgnore: [longest, ownPrograms, alone] },
    // Limits in seconds can't hold while another journey uses the processor.
    {
      name: 'alone',
      testMatch: alone,
      workers: 1,
      dependencies: ['specification', 'ownPrograms', 'journeys'],
    },
  ],
  use: {
    viewport: { width: 1280, height: 800 },
    actionTimeout: 15_000,
    // What was done and asked, call by call. A film of every page would cost half as much as the journeys themselves.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    // A worker's answers are out of a journey's reach; those about the installed console allow it.
    serviceWorkers: 'block',
    launchOptions: {
      ...launchOptions(headlessShell, fullChromium),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
