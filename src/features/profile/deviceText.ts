/** The names of the browser and the system of a user agent. */
import { parse } from 'bowser';

/** "Firefox on Linux", or one of the two; otherwise the beginning of the user agent. */
export function deviceName(userAgent: string): string {
  const text = userAgent.trim();
  if (text === '') return 'Unknown device';
  const { browser, os, platform } = parse(text);
  const name = browser.name?.replace(/^Microsoft /, '');
  const system = /^iP(hone|ad)$/.test(platform.model ?? '')
    ? platform.model
    : os.name?.replace('Chrome OS', 'ChromeOS');
  if (name && system) return `${name} on ${system}`;
  // Bowser names an unknown browser ''.
  return [name, system].find(Boolean) ?? text.slice(0, 60);
}
