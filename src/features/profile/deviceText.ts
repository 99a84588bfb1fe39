/** Names the browser and the system of a user agent as their owner knows them. */
import { parse } from 'bowser';

/** "Firefox on Linux"; as much of it as the user agent tells, else its own words. */
export function deviceWords(userAgent: string): string {
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
