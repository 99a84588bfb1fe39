/** A root for each test, whose actors start at once and end with the test. */
import { afterEach } from 'vitest';
import { waitFor } from 'xstate';
import { createRoot, type Root } from '#src/features/root/index.ts';
import { startActors, type Actors } from '#src/machines/root/effects.ts';
import { http } from '#src/shared/http/http.ts';
import { setPageUser } from '#src/shared/http/pageUser.ts';

export type TestRoot = Root & { present: Actors };

const roots = new Set<TestRoot>();
const onMade = new Set<(root: TestRoot) => void>();

/** Calls back with each root that is created from now on, before any event. */
export const watchRoots = (watch: (root: TestRoot) => void) => onMade.add(watch);

export function makeRoot(): TestRoot {
  const root = createRoot();
  const present = startActors(root.guard);
  const made: TestRoot = {
    ...root,
    actors: () => Promise.resolve(present),
    started: () => present,
    present,
  };
  roots.add(made);
  for (const watch of onMade) watch(made);
  return made;
}

/** The root of the running test: the last one made, or a new one. */
export const currentRoot = (): TestRoot => [...roots].at(-1) ?? makeRoot();

/** The actors of the running test. */
export const actors = (): Actors => currentRoot().present;

/** Signs out on each root, which empties what this browser has stored, and ends it. */
export async function leaveRoots(): Promise<void> {
  for (const { present } of roots) {
    present.session.send({ type: 'otherTab.signedOut' });
    await waitFor(present.session, (now) => now.matches('signedOut'));
  }
  endRoots();
}

export function endRoots(): void {
  for (const { present } of roots) present.root.stop();
  roots.clear();
  http.outdated = false;
  setPageUser(null);
}

afterEach(endRoots);
