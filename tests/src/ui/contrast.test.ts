/** The contrast of every pair of colors for text or edges, measured by WCAG 2.2. */
import { describe, expect, test } from 'vitest';
import { day, night, type Palette } from '#src/ui/theme/palette.ts';

/** Relative luminance of "#rrggbb" (WCAG 2.2, "relative luminance"). */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** [foreground, background] of text: 4.5:1 (1.4.3). */
function words({ color, tone, toneSoft }: Palette): Record<string, [string, string]> {
  const grounds = {
    canvas: color.canvas,
    surface: color.surface,
    raised: color.raised,
    sunken: color.sunken,
    side: color.side,
  };
  const inks = {
    text: color.text,
    muted: color.muted,
    primary: color.primary,
    secondary: color.secondary,
    accent: color.accent,
  };
  const pairs: Record<string, [string, string]> = {
    'words on a primary button': [color.onPrimary, color.primary],
    'words on a hovered primary button': [color.onPrimary, color.primaryHover],
    'words on a danger button': [color.onDanger, color.danger],
    'words on a hovered danger button': [color.onDanger, color.dangerHover],
    'words on secondary': [color.onSecondary, color.secondary],
    'words on accent': [color.onAccent, color.accent],
    'chosen things': [color.onPrimarySoft, color.primarySoft],
    'text on a chosen thing': [color.text, color.primarySoft],
    'accent on its tint': [color.accent, color.accentSoft],
    'danger in a menu': [color.danger, color.raised],
    'danger in a hovered menu': [color.danger, color.primarySoft],
    'links on the blue tint': [color.secondary, color.secondarySoft],
  };
  for (const [ground, back] of Object.entries(grounds)) {
    for (const [ink, front] of Object.entries(inks)) pairs[`${ink} on ${ground}`] = [front, back];
    pairs[`an error on ${ground}`] = [tone.error, back];
  }
  for (const name of Object.keys(tone) as (keyof typeof tone)[]) {
    pairs[`${name} on its tint`] = [tone[name], toneSoft[name]];
    pairs[`text on the tint of ${name}`] = [color.text, toneSoft[name]];
    pairs[`a link on the tint of ${name}`] = [color.secondary, toneSoft[name]];
  }
  return pairs;
}

/** [foreground, background] of edges, icons and the focus ring: 3:1 (1.4.11, 2.4.13). */
function edges({ color }: Palette): Record<string, [string, string]> {
  const grounds = [color.canvas, color.surface, color.raised, color.sunken, color.side, color.primarySoft];
  const pairs: Record<string, [string, string]> = {
    "a switch's knob": [color.edge, color.sunken],
    'the keyhole in the mark': [color.onPrimary, color.primary],
    'the bar of progress, at its start': [color.secondary, color.sunken],
    'the bar of progress, at its end': [color.primary, color.sunken],
  };
  grounds.forEach((back, at) => {
    pairs[`the focus ring on ground ${at}`] = [color.focus, back];
    if (back !== color.primarySoft) pairs[`the edge of a control on ground ${at}`] = [color.edge, back];
  });
  return pairs;
}

describe.each([
  ['by day', day],
  ['by night', night],
])('the colors %s', (_, palette) => {
  test.each(Object.entries(words(palette)))('have enough contrast for %s', (_name, [front, back]) => {
    expect(contrast(front, back)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(Object.entries(edges(palette)))('have enough contrast for %s', (_name, [front, back]) => {
    expect(contrast(front, back)).toBeGreaterThanOrEqual(3);
  });
});

test('measures black on white as 21 to 1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
});
