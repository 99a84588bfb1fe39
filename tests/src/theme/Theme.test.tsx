import { render } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { ServerStyleSheet } from 'styled-components';
import { afterEach, expect, it } from 'vitest';
import { GlobalStyle } from '#src/theme/globalStyle.ts';
import { day, night } from '#src/theme/palette.ts';
import { applyMode, Theme } from '#src/theme/Theme.tsx';
import { token } from '#src/theme/tokens.ts';

afterEach(() => {
  applyMode('system');
  document.head.replaceChildren();
});

/** Puts the global style on the page as text; jsdom then computes what it paints. */
function paint(): void {
  const sheet = new ServerStyleSheet();
  renderToString(sheet.collectStyles(<GlobalStyle />));
  const style = document.createElement('style');
  style.textContent = sheet.getStyleTags().replaceAll(/<[^>]*>/g, '');
  document.head.append(style);
}
const painted = () =>
  getComputedStyle(document.documentElement).getPropertyValue(token.vars.color.surface).trim();

it('is day until told otherwise, and gives every token a value', () => {
  paint();
  expect(painted()).toBe(day.color.surface);
  const root = getComputedStyle(document.documentElement);
  const { GlobalStyle: _style, ...names } = token.vars as typeof token.vars & { GlobalStyle?: unknown };
  const valueless = Object.values(names)
    .flatMap((group) => Object.values(group))
    .filter((name) => root.getPropertyValue(name) === '');
  expect(valueless).toEqual([]);
});

it('repaints at night by an attribute on the root, and back', () => {
  paint();
  applyMode('dark');
  expect(document.documentElement.dataset.mode).toBe('dark');
  expect(painted()).toBe(night.color.surface);
  applyMode('light');
  expect(painted()).toBe(day.color.surface);
  applyMode('system');
  expect(document.documentElement.dataset.mode).toBeUndefined();
});

it('follows the mode it is given, and without one leaves the root alone', () => {
  const { rerender } = render(<Theme mode="dark">page</Theme>);
  expect(document.documentElement.dataset.mode).toBe('dark');
  rerender(<Theme>page</Theme>);
  expect(document.documentElement.dataset.mode).toBe('dark');
});
