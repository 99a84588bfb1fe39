/** Day or night: the reader's choice, kept on this device and set before anything is painted. */

export const modes = ['system', 'light', 'dark'] as const;
export type Mode = (typeof modes)[number];

const cookieName = 'appearance';
const maxAgeSeconds = 365 * 24 * 60 * 60;

/** Writes the choice on <html>; `system` leaves it to the media query. Repaints without a render. */
export function applyMode(mode: Mode): void {
  const { dataset, style } = document.documentElement;
  if (mode === 'system') delete dataset.mode;
  else dataset.mode = mode;
  // For what the browser paints itself, before the styles are there.
  style.colorScheme = mode === 'system' ? '' : mode;
}

/** The choice that was kept, else `system`. */
export function savedMode(): Mode {
  const value = document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1);
  return modes.find((mode) => mode === value) ?? 'system';
}

/** Applies a choice and keeps it for a year. In a cookie: signing out empties the browser's storage, and this is no secret. */
export function saveMode(mode: Mode): void {
  const age = mode === 'system' ? 0 : maxAgeSeconds;
  document.cookie = `${cookieName}=${mode}; Max-Age=${age}; Path=/; SameSite=Strict`;
  applyMode(mode);
}
