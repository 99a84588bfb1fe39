/** Which third-party scripts may run in the page, and which are loaded. A script that was loaded runs until the page is unloaded. */
import type { Integrations, Script } from '@cloakroom/contract/integrations.ts';

/** Where a script may run: only on public pages, or also on signed-in pages; never on pages with records. */
type ScriptScope = 'public' | 'signedIn';

const loaded = new Map<string, { scope: ScriptScope; done: Promise<void> }>();

/** Whether scripts of this scope, or of any, are in the page. */
export const thirdPartiesPresent = (scope?: ScriptScope): boolean =>
  [...loaded.values()].some((script) => scope === undefined || script.scope === scope);

/**
 * Loads a script once.
 * @throws {Error} if its host does not respond.
 */
export function loadScript({ url }: Script, scope: ScriptScope): Promise<void> {
  const known = loaded.get(url);
  if (known) return known.done;
  const done = new Promise<void>((resolve, reject) => {
    const element = document.createElement('script');
    element.async = true;
    element.onload = () => resolve();
    element.onerror = () => reject(new Error(`${new URL(url).host} doesn’t answer.`));
    element.src = url;
    document.head.append(element);
  });
  loaded.set(url, { scope, done });
  return done;
}

/** Whether an address is, or is below, an address of a script of an enabled integration. */
export function isAllowedScript(url: string, { payment, chat, pixels }: Integrations): boolean {
  const scripts = [payment?.script, chat?.script, ...pixels.map(({ script }) => script)];
  return scripts.some((script) => script && (script.url === url || isBelow(url, script.below)));
}

/** Compares the address as the browser resolves it: `https://a.example/x/../y` is not below `https://a.example/x/`. */
function isBelow(url: string, prefixes: readonly string[]): boolean {
  return URL.canParse(url) && prefixes.some((prefix) => new URL(url).href.startsWith(prefix));
}
