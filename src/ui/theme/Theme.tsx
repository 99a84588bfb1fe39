/** The theme: fonts from the same origin, and the design tokens. */
import '@fontsource-variable/open-sans/wght.css';
import '@fontsource-variable/teachers/wght.css';
import type { ReactNode } from 'react';
import { GlobalStyle } from './globalStyle.ts';

/** Mount once around the app. */
export const Theme = ({ children }: { children: ReactNode }) => (
  <>
    <GlobalStyle />
    {children}
  </>
);
