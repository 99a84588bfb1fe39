/** A state of a page: its name, its path, and the steps that lead there. */
import type { Page } from '@playwright/test';
import type { Sample } from './sample.ts';

export type ScreenState = {
  /** Also a file name. */
  name: string;
  /** The signed-in person: the owner through the proxy by default; `atService` is the owner at the service, without a proxy. */
  who?: 'atService' | 'signedOut' | 'member';
  path: (sample: Sample) => string;
  open: (page: Page) => Promise<void>;
};

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
export const state = (
  name: string,
  path: string | ScreenState['path'],
  open: ScreenState['open'],
  who?: ScreenState['who'],
): ScreenState => ({ name, path: typeof path === 'string' ? () => path : path, open, ...(who && { who }) });

/** On phones records are cards, without columns and cells. */
export const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 640;

/** The path of a schema with records. */
export const records = ({ full }: Sample): string => `${full}/records?limit=25`;
