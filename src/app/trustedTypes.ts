/** Runs before everything else: the page accepts no script address but its own build's. */

type Policy = { createScriptURL: (url: string) => string };
type Factory = { createPolicy: (name: 'default', policy: Policy) => unknown };

/** Ours is what comes from this origin and is a script file: workers and the service worker. */
function ownScript(url: string): string {
  const { origin, pathname } = new URL(url, location.href);
  if (origin === location.origin && /\.(js|ts)$/.test(pathname) && !pathname.startsWith('/api/')) return url;
  throw new TypeError(`The console runs no script from ${origin}${pathname}.`);
}

/* Text as markup and text as code have no policy at all: the browser refuses them. */
(window as { trustedTypes?: Factory }).trustedTypes?.createPolicy('default', { createScriptURL: ownScript });
