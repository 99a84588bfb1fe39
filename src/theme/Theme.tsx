/** Dresses the page: fonts from the same origin, the tokens, and the reader's choice of day or night. */
import '@fontsource-variable/open-sans/wght.css';
import '@fontsource-variable/teachers/wght.css';
import { useLayoutEffect, type ReactNode } from 'react';
import { GlobalStyle } from './globalStyle.ts';

export const modes = ['system', 'light', 'dark'] as const;
export type Mode = (typeof modes)[number];

/** Writes the reader's choice on <html>; `system` leaves it to the media query. Repaints without a render. */
export function applyMode(mode: Mode): void {
  if (mode === 'system') delete document.documentElement.dataset.mode;
  else document.documentElement.dataset.mode = mode;
}

/** Mount once around the app. Without `mode`, whatever stands on <html> already is left alone. */
export function Theme({ mode, children }: { mode?: Mode; children: ReactNode }) {
  useLayoutEffect(() => {
    if (mode) applyMode(mode);
  }, [mode]);
  return (
    <>
      <GlobalStyle />
      {children}
    </>
  );
}
