/** A network that delays or loses calls: some never arrive, some lose their answer, some are answered 503. */
import type { BrowserContext, Page } from '@playwright/test';

export type Losses = { calls: number; lost: number };

/** Returns a generator of numbers between 0 and 1, the same for the same seed. Source: mulberry32, in the public domain. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Delays and loses calls of the page from now on.
 * @param options.share - the share of lost calls: half of them get no answer, half a 503.
 * @param options.delay - milliseconds of delay for each call.
 * @returns counts that are updated.
 */
export async function loseCalls(
  page: Page,
  { share, delay, seed }: { share: number; delay: number; seed: number },
): Promise<Losses> {
  const nextRandom = randomNumbers(seed);
  const losses: Losses = { calls: 0, lost: 0 };
  await page.route('**/api/**', async (route) => {
    const random = nextRandom();
    losses.calls += 1;
    await new Promise((resolve) => setTimeout(resolve, delay));
    if (random >= share) return route.continue().catch(() => undefined);
    losses.lost += 1;
    const end =
      random < share / 2
        ? route.abort('connectionreset')
        : route.fulfill({ status: 503, json: { detail: 'The service can’t be reached.' } });
    // The call was cancelled by leaving the page.
    return end.catch(() => undefined);
  });
  return losses;
}

/** Delays calls of a page, or of every page, until the returned function is called. */
export async function delayCalls(pages: Page | BrowserContext, url: string): Promise<() => void> {
  const { released, release } = gate();
  await pages.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Delays the WebSockets of a page until the returned function is called. */
export async function delaySockets(page: Page, url: string): Promise<() => void> {
  const { released, release } = gate();
  await page.routeWebSocket(url, async (socket) => {
    await released;
    socket.connectToServer();
  });
  return release;
}

function gate(): { released: Promise<void>; release: () => void } {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  return { released, release: () => release() };
}
