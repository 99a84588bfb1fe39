/** The design tokens as typed CSS variables: `${token.color.text}`. */
import { createTheme } from 'styled-components';
import { day } from './palette.ts';

const scale = {
  /** Distances, on a grid of four. */
  space: { xs: '4px', s: '8px', sm: '12px', m: '16px', l: '24px', xl: '32px', xxl: '48px' },
  radius: { s: '6px', m: '10px', l: '16px', pill: '999px' },
  /** In rem, so that the user's font size applies. */
  size: {
    xs: '0.75rem',
    s: '0.8125rem',
    m: '0.9375rem',
    l: '1.0625rem',
    xl: '1.3125rem',
    xxl: '1.75rem',
    display: '2.25rem',
  },
  font: {
    heading: "'Teachers Variable', 'Open Sans Variable', system-ui, sans-serif",
    text: "'Open Sans Variable', system-ui, sans-serif",
    code: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace",
  },
  /** Heights of controls; the global style raises them for touch. */
  control: { s: '28px', m: '36px' },
  motion: { quick: '120ms', calm: '220ms' },
};

export const token = createTheme({ ...day, ...scale }, { prefix: 'console' });

/** The breakpoints of the layout. */
export const screen = {
  phone: '@media (max-width: 639px)',
  wide: '@media (min-width: 960px)',
  narrow: '@media (max-width: 959px)',
} as const;
