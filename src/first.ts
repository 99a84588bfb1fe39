/** Runs before everything else: dresses the page as its reader wants it, and lets no text become code. */
import { integrations } from '#src/shared/config.ts';
import { isAllowedScript } from '#src/features/integrations/thirdPartyScripts.ts';
import { applyMode, savedMode } from '#src/ui/theme/mode.ts';

type Policy = { createScriptURL: (url: string) => string };
type Page = {
  trustedTypes?: { createPolicy: (name: 'default', policy: Policy) => unknown };
  __zod_globalConfig?: { jitless?: boolean };
};

/** Ours is what comes from this origin and is a script file: workers and the service worker. Besides, the integrations that are on have theirs. */
function knownScript(url: string): string {
  const { origin, pathname } = new URL(url, location.href);
  if (origin === location.origin && /\.(js|ts)$/.test(pathname) && !pathname.startsWith('/api/')) return url;
  if (isAllowedScript(url, integrations)) return url;
  throw new TypeError(`The console runs no script from ${origin}${pathname}.`);
}

const page = globalThis as Page;

/* Text as markup and text as code have no policy at all: the browser refuses them. */
page.trustedTypes?.createPolicy('default', { createScriptURL: knownScript });
/* So zod need not even try to compile its checks; it reads this while the first schema is made. */
page.__zod_globalConfig = { jitless: true };

applyMode(savedMode());
