/** Which third-party scripts may run in the page, and which do. A script that was loaded runs until the page is unloaded. */
import type { Integrations, Script } from '@cloakroom/contract/integrations.ts';

/** Where a script may run: on public pages alone, or also on signed-in pages; on pages with records never. */
type ScriptScope = 'public' | 'signedIn';

const loaded = new Map<string, { scope: ScriptScope; done: Promise<void> }>();

/** Whether scripts of this scope, or of any, are in the page. */
export const thirdPartiesPresent = (scope?: ScriptScope): boolean =>
  [...loaded.values()].some((script) => scope === undefined || script.scope === scope);

/**
 * Loads a script once.
 * @throws {Error} if its host doesn't answer.
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

/** Whether an address is that of a script of an integration that is on, or below its addresses. */
export function isAllowedScript(url: string, { payment, chat, pixels }: Integrations): boolean {
  const scripts = [payment?.script, chat?.script, ...pixels.map(({ script }) => script)];
  return scripts.some((script) => script && (script.url === url || isBelow(url, script.below)));
}

/** Compares the address as the browser resolves it: `https://a.example/x/../y` is not below `https://a.example/x/`. */
function isBelow(url: string, prefixes: readonly string[]): boolean {
  return URL.canParse(url) && prefixes.some((prefix) => new URL(url).href.startsWith(prefix));
}
