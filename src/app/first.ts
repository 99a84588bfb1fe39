/** Runs before everything else: dresses the page as its reader wants it, and lets no text become code. */
import { applyMode, keptMode } from '#src/theme/mode.ts';

type Policy = { createScriptURL: (url: string) => string };
type Page = {
  trustedTypes?: { createPolicy: (name: 'default', policy: Policy) => unknown };
  __zod_globalConfig?: { jitless?: boolean };
};

/** Ours is what comes from this origin and is a script file: workers and the service worker. */
function ownScript(url: string): string {
  const { origin, pathname } = new URL(url, location.href);
  if (origin === location.origin && /\.(js|ts)$/.test(pathname) && !pathname.startsWith('/api/')) return url;
  throw new TypeError(`The console runs no script from ${origin}${pathname}.`);
}

const page = globalThis as Page;

/* Text as markup and text as code have no policy at all: the browser refuses them. */
page.trustedTypes?.createPolicy('default', { createScriptURL: ownScript });
/* So zod need not even try to compile its checks; it reads this while the first schema is made. */
page.__zod_globalConfig = { jitless: true };

applyMode(keptMode());
