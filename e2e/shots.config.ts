/** `npm run shots`: a picture of every page and of what opens over them, by day and by night, in `shots/`. */
import { defineConfig } from '@playwright/test';
import journeys from '../playwright.config.ts';

export default defineConfig({
  ...journeys,
  projects: [{ name: 'pictures' }],
  testDir: '.',
  testMatch: 'shots.ts',
  outputDir: '../shots/.traces',
  reporter: [['dot']],
  use: { ...journeys.use, trace: 'off', screenshot: 'off' },
});
