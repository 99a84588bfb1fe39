/** A network that holds calls back, or loses them: some never arrive, of some the answer is lost, some find nobody who can answer. */
import type { BrowserContext, Page } from '@playwright/test';

export type Losses = { calls: number; lost: number };

/** Figures between 0 and 1, the same ones for the same seed. Source: mulberry32, in the public domain. */
function figures(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Make the page's calls suffer from now on.
 * @param given.share - of the calls that are lost: half of these without an answer, half with a 503.
 * @param given.delay - milliseconds that each call takes longer.
 * @returns counts, as they grow.
 */
export async function lose(
  page: Page,
  { share, delay, seed }: { share: number; delay: number; seed: number },
): Promise<Losses> {
  const figure = figures(seed);
  const losses: Losses = { calls: 0, lost: 0 };
  await page.route('**/api/**', async (route) => {
    const fate = figure();
    losses.calls += 1;
    await new Promise((resolve) => setTimeout(resolve, delay));
    if (fate >= share) return route.continue().catch(() => undefined);
    losses.lost += 1;
    const end =
      fate < share / 2
        ? route.abort('connectionreset')
        : route.fulfill({ status: 503, json: { detail: 'The service can’t be reached.' } });
    // A page that was left has given up the call by itself.
    return end.catch(() => undefined);
  });
  return losses;
}

/** Hold a page's calls back, or every page's, until what is returned lets them go. */
export async function holding(pages: Page | BrowserContext, url: string): Promise<() => void> {
  const { held, letGo } = gate();
  await pages.route(url, async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}

/** Let no WebSocket of a page open until what is returned lets them. */
export async function holdingSockets(page: Page, url: string): Promise<() => void> {
  const { held, letGo } = gate();
  await page.routeWebSocket(url, async (socket) => {
    await held;
    socket.connectToServer();
  });
  return letGo;
}

function gate(): { held: Promise<void>; letGo: () => void } {
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  return { held, letGo: () => letGo() };
}
