/** The integrations of this build, and which of their scripts are in the page: once there, only a new page is free of them. */
import { config } from '#src/shared/config.ts';
import { integrationsOf, type Script } from './integrations.ts';

export const integrations = integrationsOf(config);

/** Where a script may run: on public pages alone, or also behind the sign-in; with records never. */
type ScriptScope = 'public' | 'signedIn';

const loaded = new Map<string, { reach: ScriptScope; done: Promise<void> }>();

/** Whether scripts of that reach, or any, are in the page. */
export const thirdPartiesPresent = (reach?: ScriptScope): boolean =>
  [...loaded.values()].some((each) => reach === undefined || each.reach === reach);

/** Put a script into the page, once. @throws {Error} when it can't be had. */
export function loadScript({ url }: Script, reach: ScriptScope): Promise<void> {
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
  loaded.set(url, { reach, done });
  return done;
}
