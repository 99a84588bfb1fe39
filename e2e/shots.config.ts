/** `npm run shots`: screenshots of every page and state, in light and dark, in `shots/`. */
import { defineConfig } from '@playwright/test';
import journeys from '../playwright.config.ts';

export default defineConfig({
  ...journeys,
  projects: [{ name: 'pictures' }],
  testDir: '.',
  testMatch: 'shots.ts',
  fullyParallel: true,
  outputDir: '../shots/.traces',
  reporter: [['dot']],
  use: { ...journeys.use, trace: 'off', screenshot: 'off' },
});
