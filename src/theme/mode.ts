/** Day or night: the reader's choice, kept on this device and set before anything is painted. */

export const modes = ['system', 'light', 'dark'] as const;
export type Mode = (typeof modes)[number];

const cookie = 'appearance';
const year = 365 * 24 * 60 * 60;

/** Writes the choice on <html>; `system` leaves it to the media query. Repaints without a render. */
export function applyMode(mode: Mode): void {
  const { dataset, style } = document.documentElement;
  if (mode === 'system') delete dataset.mode;
  else dataset.mode = mode;
  // For what the browser paints itself, before the styles are there.
  style.colorScheme = mode === 'system' ? '' : mode;
}

/** The choice that was kept, else `system`. */
export function keptMode(): Mode {
  const value = document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${cookie}=`))
    ?.slice(cookie.length + 1);
  return modes.find((mode) => mode === value) ?? 'system';
}

/** Applies a choice and keeps it for a year. In a cookie: signing out empties the browser's storage, and this is no secret. */
export function chooseMode(mode: Mode): void {
  const age = mode === 'system' ? 0 : year;
  document.cookie = `${cookie}=${mode}; Max-Age=${age}; Path=/; SameSite=Strict`;
  applyMode(mode);
}
