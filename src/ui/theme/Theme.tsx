/** The theme: fonts from the same origin, and the design tokens. */
import '@fontsource-variable/open-sans/wght.css';
import '@fontsource-variable/teachers/wght.css';
import { useLayoutEffect, type ReactNode } from 'react';
import { GlobalStyle } from './globalStyle.ts';
import { applyMode, type Mode } from './mode.ts';

/** Mount once around the app. Without `mode`, the mode set on <html> stays. */
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
