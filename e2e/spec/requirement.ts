/** A requirement and its check. */
import type { Locator, Page } from '@playwright/test';
import type { Sample } from '../support/sample.ts';
import type { Person } from '../support/stack.ts';
import type { Stack } from '../../tools/stack.ts';

export type Fixtures = {
  page: Page;
  sample: Sample;
  stack: Stack;
  /** Creates a new account with its own organization. */
  person: (name: string) => Promise<Person>;
  /** Adds the text that is currently on the screen, before it disappears. */
  addScreenText: () => Promise<void>;
  /** Adds text that isn’t on the screen: an answer of the API, or the body of a request. */
  addText: (text: string) => void;
};

export type Check = (fixtures: Fixtures) => Promise<unknown>;

export type Requirement = {
  /** The quoted requirement. */
  requirement: string;
  check: Check;
  /** The strings that the screen has to show; the quoted ones by default. */
  texts: (string | RegExp)[];
};

/** The requirements of one screen, checked in order. */
export type ScreenSpec = {
  screen: string;
  as: 'signedOut' | 'owner' | 'member';
  rows: Requirement[];
  /** In pixels; 1280 by default. */
  width?: number;
  /** Opened at the service, without a proxy. */
  withoutProxy?: boolean;
};

/** The quoted strings of a requirement, which the screen has to show. */
const quoted = (requirement: string): string[] =>
  Array.from(requirement.matchAll(/(?<!\w)'(.+?)'(?!\w)/g), ([, text]) => text!);

export const requirement = (
  text: string,
  check: Check,
  texts: Requirement['texts'] = quoted(text),
): Requirement => ({
  requirement: text,
  check,
  texts,
});

/** Checks that all of these elements are visible. */
export const visible =
  (find: (page: Page) => Locator[]): Check =>
  async ({ page }) => {
    for (const locator of find(page)) await locator.first().waitFor();
  };

/** Opens a path and checks that all of these elements are visible. */
export const pageAt =
  (path: string | ((sample: Sample) => string), find: (page: Page) => Locator[]): Check =>
  async (fixtures) => {
    await fixtures.page.goto(typeof path === 'string' ? path : path(fixtures.sample));
    await visible(find)(fixtures);
  };
