/** A line of the specification, and how one sees that the product keeps it. */
import type { Locator, Page } from '@playwright/test';
import type { Cast } from '../support/cast.ts';
import type { Person } from '../support/stack.ts';
import type { Stack } from '../../tools/stack.ts';

/** Chapters of the specification that people see: what it is for, screens, states, rules, errors, constants. */
export type Section = 1 | 2 | 4 | 5 | 8 | 9;

export type Scene = {
  page: Page;
  cast: Cast;
  stack: Stack;
  /** Make somebody new, with an organization of their own. */
  person: (name: string) => Promise<Person>;
  /** Remember what the screen says now, for texts that don't stay. */
  look: () => Promise<void>;
  /** Remember words that aren't on the screen: an answer of the API, a request's body. */
  note: (words: string) => void;
};

export type Proof = (scene: Scene) => Promise<unknown>;

export type Row = {
  section: Section;
  /** The specification's own words. */
  says: string;
  proof: Proof;
  /** What the screen must say, where it isn't what the specification puts in quotation marks. */
  shows: (string | RegExp)[];
};

/** One walk over one screen; its rows are proven in order. */
export type Visit = {
  screen: string;
  as: 'nobody' | 'owner' | 'member';
  rows: Row[];
  /** Pixels; 1280 unless told otherwise. */
  width?: number;
  /** Opened at the service itself, past every proxy. */
  bare?: boolean;
};

/** What stands in quotation marks, and will be looked for on the screen. */
const quoted = (says: string): string[] =>
  Array.from(says.matchAll(/(?<!\w)'(.+?)'(?!\w)/g), ([, text]) => text!);

export const row = (
  section: Section,
  says: string,
  proof: Proof,
  shows: Row['shows'] = quoted(says),
): Row => ({
  section,
  says,
  proof,
  shows,
});

/** A proof that all of these can be seen. */
export const seen =
  (find: (page: Page) => Locator[]): Proof =>
  async ({ page }) => {
    for (const locator of find(page)) await locator.first().waitFor();
  };

/** The page at a path, seen first. */
export const at =
  (path: string | ((cast: Cast) => string), find: (page: Page) => Locator[]): Proof =>
  async (scene) => {
    await scene.page.goto(typeof path === 'string' ? path : path(scene.cast));
    await seen(find)(scene);
  };
