/** Runs first: applies the colour mode and the Trusted Types policy. */
import { integrations } from '#src/shared/config.ts';
import { isAllowedScript } from '#src/features/integrations/thirdPartyScripts.ts';
import { applyMode, savedMode } from '#src/ui/theme/mode.ts';

type Policy = { createScriptURL: (url: string) => string };
type Page = {
  trustedTypes?: { createPolicy: (name: 'default', policy: Policy) => unknown };
  __zod_globalConfig?: { jitless?: boolean };
};

/** Allows scripts of this origin (workers, service worker) and of enabled integrations. */
function allowedScript(url: string): string {
  const { origin, pathname } = new URL(url, location.href);
  if (origin === location.origin && /\.(js|ts)$/.test(pathname) && !pathname.startsWith('/api/')) return url;
  if (isAllowedScript(url, integrations)) return url;
  throw new TypeError(`The console runs no script from ${origin}${pathname}.`);
}

const page = globalThis as Page;

/* No policy for HTML and script text: the browser blocks both. */
page.trustedTypes?.createPolicy('default', { createScriptURL: allowedScript });
/* Keeps zod from trying `eval`; read when the first schema is created. */
page.__zod_globalConfig = { jitless: true };

applyMode(savedMode());
