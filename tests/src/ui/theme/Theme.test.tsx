import { renderToString } from 'react-dom/server';
import { ServerStyleSheet } from 'styled-components';
import { afterEach, expect, test } from 'vitest';
import { GlobalStyle } from '#src/ui/theme/globalStyle.ts';
import { day, night } from '#src/ui/theme/palette.ts';
import { applyMode, saveMode, savedMode } from '#src/ui/theme/mode.ts';
import { token } from '#src/ui/theme/tokens.ts';

afterEach(() => {
  saveMode('system');
  document.head.replaceChildren();
});

/** Puts the global style on the page as text, so that jsdom computes it. */
function paint(): void {
  const sheet = new ServerStyleSheet();
  renderToString(sheet.collectStyles(<GlobalStyle />));
  const style = document.createElement('style');
  style.textContent = sheet.getStyleTags().replaceAll(/<[^>]*>/g, '');
  document.head.append(style);
}
const painted = () =>
  getComputedStyle(document.documentElement).getPropertyValue(token.vars.color.surface).trim();

test('uses the light palette by default, and every token has a value', () => {
  paint();
  expect(painted()).toBe(day.color.surface);
  const root = getComputedStyle(document.documentElement);
  const { GlobalStyle: _style, ...names } = token.vars as typeof token.vars & { GlobalStyle?: unknown };
  const valueless = Object.values(names)
    .flatMap((group) => Object.values(group))
    .filter((name) => root.getPropertyValue(name) === '');
  expect(valueless).toEqual([]);
});

test('changes the palette by an attribute on the root, and back', () => {
  paint();
  applyMode('dark');
  expect(document.documentElement.dataset.mode).toBe('dark');
  expect(painted()).toBe(night.color.surface);
  applyMode('light');
  expect(painted()).toBe(day.color.surface);
  applyMode('system');
  expect(document.documentElement.dataset.mode).toBeUndefined();
});

test('stores the choice on this device, and reads an invalid one as the system’s', () => {
  expect(savedMode()).toBe('system');
  saveMode('dark');
  expect(savedMode()).toBe('dark');
  expect(document.documentElement.style.colorScheme).toBe('dark');
  saveMode('system');
  expect(savedMode()).toBe('system');
  expect(document.cookie).not.toContain('appearance');
  document.cookie = 'appearance=pink; Max-Age=60; Path=/';
  expect(savedMode()).toBe('system');
});
