/** Global styles: variables of both modes, typography, focus, motion and forced colours. */
import { createGlobalStyle } from 'styled-components';
import { day, night } from './palette.ts';
import { token } from './tokens.ts';

const palette = ['color', 'tone', 'toneSoft', 'shadow'] as const;
const scales = ['space', 'radius', 'size', 'font', 'control', 'motion'] as const;

/** CSS declarations of groups of tokens. */
function declared(
  groups: readonly (keyof typeof token.vars)[],
  values: Record<string, Record<string, string>>,
): string {
  return groups
    .flatMap((group) => {
      const names: Record<string, string> = token.vars[group];
      return Object.entries(values[group] ?? {}).map(([role, value]) => `${names[role] ?? ''}: ${value};`);
    })
    .join('\n');
}

const light = `color-scheme: light; ${declared(palette, day)}`;
const dark = `color-scheme: dark; ${declared(palette, night)}`;

/**
 * Follows the system unless `data-mode="light"` or `"dark"` is set on <html>.
 * `prefers-contrast: more` makes borders stronger in both modes.
 */
export const GlobalStyle = createGlobalStyle`
  :root { ${declared(scales, token.raw)} ${light} }
  @media (prefers-color-scheme: dark) { :root { ${dark} } }
  :root[data-mode='light'] { ${light} }
  :root[data-mode='dark'] { ${dark} }
  @media (pointer: coarse) {
    :root { ${token.vars.control.s}: 36px; ${token.vars.control.m}: 44px; }
  }
  @media (prefers-contrast: more) {
    :root, :root[data-mode] { ${token.vars.color.border}: ${token.color.muted}; ${token.vars.color.edge}: ${token.color.text}; }
  }

  *, *::before, *::after { box-sizing: border-box; }
  html {
    font-family: ${token.font.text};
    font-size: 100%;
    line-height: 1.5;
    color: ${token.color.text};
    background: ${token.color.canvas};
    scroll-padding-block: 72px;
    text-size-adjust: 100%;
    -webkit-font-smoothing: antialiased;
  }
  body { margin: 0; min-block-size: 100dvh; font-size: ${token.size.m}; overflow-wrap: break-word; }
  html:has(dialog:modal) { overflow: hidden; }

  h1, h2, h3, h4 {
    margin: 0;
    font-family: ${token.font.heading};
    font-weight: 650;
    line-height: 1.2;
    letter-spacing: -0.01em;
    text-wrap: balance;
  }
  h1 { font-size: ${token.size.xxl}; }
  h2 { font-size: ${token.size.xl}; }
  h3 { font-size: ${token.size.l}; }
  p { margin: 0; text-wrap: pretty; }
  ul, ol { margin: 0; }
  button, input, select, textarea { font: inherit; color: inherit; letter-spacing: inherit; }
  /* The browser's own boxes are grey in dark mode, whatever the palette is. */
  input:is([type='checkbox'], [type='radio']) {
    display: inline-grid;
    flex: none;
    place-content: center;
    inline-size: 16px;
    block-size: 16px;
    vertical-align: middle;
    background: ${token.color.surface};
    border: 1px solid ${token.color.edge};
    border-radius: ${token.radius.s};
    appearance: none;
    &[type='radio'] { border-radius: 50%; }
    &:hover { border-color: ${token.color.primary}; }
    &[aria-invalid='true'] { border-color: ${token.tone.error}; }
    &:is(:checked, :indeterminate) { background: ${token.color.primary}; border-color: ${token.color.primary}; }
    &:is(:checked, :indeterminate)::before {
      inline-size: 12px;
      block-size: 12px;
      content: '';
      background: ${token.color.onPrimary};
      clip-path: polygon(10% 48%, 24% 34%, 40% 51%, 76% 13%, 90% 27%, 40% 79%);
    }
    &:indeterminate::before { clip-path: inset(42% 8%); }
    &[type='radio']:checked::before { clip-path: circle(38%); }
    @media (forced-colors: active) {
      appearance: auto;
      &::before { content: none; }
    }
  }
  code, pre, kbd { font-family: ${token.font.code}; font-size: 0.92em; }
  a { color: ${token.color.secondary}; text-underline-offset: 0.2em; text-decoration-thickness: 1px; }
  a:hover { text-decoration-thickness: 2px; }
  img, svg { display: block; max-inline-size: 100%; }
  ::selection { color: ${token.color.onPrimarySoft}; background: ${token.color.primarySoft}; }

  :focus { outline: none; }
  :focus-visible { outline: 2px solid ${token.color.focus}; outline-offset: 2px; }
  /* A heading that receives the focus after a navigation tells users where they are. It is not a control, so it has no focus ring. */
  h1:focus-visible, h2:focus-visible, main:focus-visible { outline: none; }

  @media (prefers-reduced-motion: reduce) {
    *, *::before, *::after {
      animation-duration: 1ms !important;
      animation-iteration-count: 1 !important;
      transition: none !important;
      scroll-behavior: auto !important;
    }
  }
  @media (forced-colors: active) {
    :focus-visible { outline-color: Highlight; }
  }
`;
