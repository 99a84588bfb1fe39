/** The colour mode, stored on this device and set before the first paint. */

export const modes = ['system', 'light', 'dark'] as const;
export type Mode = (typeof modes)[number];

const cookieName = 'appearance';
const maxAgeSeconds = 365 * 24 * 60 * 60;

/** Sets the mode on <html>; `system` leaves it to the media query. Nothing has to be rendered again. */
export function applyMode(mode: Mode): void {
  const { dataset, style } = document.documentElement;
  if (mode === 'system') delete dataset.mode;
  else dataset.mode = mode;
  // For native controls and the canvas, before the styles are loaded.
  style.colorScheme = mode === 'system' ? '' : mode;
}

/** The stored mode, else `system`. */
export function savedMode(): Mode {
  const value = document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1);
  return modes.find((mode) => mode === value) ?? 'system';
}

/** Applies a mode and stores it for a year, in a cookie, since signing out clears other storage. */
export function saveMode(mode: Mode): void {
  const age = mode === 'system' ? 0 : maxAgeSeconds;
  document.cookie = `${cookieName}=${mode}; Max-Age=${age}; Path=/; SameSite=Strict`;
  applyMode(mode);
}
