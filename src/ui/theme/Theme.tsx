/** Dresses the page: fonts from the same origin, and the tokens. */
import '@fontsource-variable/open-sans/wght.css';
import '@fontsource-variable/teachers/wght.css';
import { useLayoutEffect, type ReactNode } from 'react';
import { GlobalStyle } from './globalStyle.ts';
import { applyMode, type Mode } from './mode.ts';

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
