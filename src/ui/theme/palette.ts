/** The colours of both modes: the only colour literals of the console. */

type Tones = Record<'error' | 'warning' | 'info' | 'success', string>;

/** The colours of a mode. The contrast test checks all pairs of text or control border and background. */
export type Palette = {
  color: {
    /** The page background. */
    canvas: string;
    /** Cards, tables, fields. */
    surface: string;
    /** Menus, dialogs, toasts. */
    raised: string;
    /** Table headers, code, tracks. */
    sunken: string;
    /** The sidebar. */
    side: string;
    /** Decorative borders. */
    border: string;
    /** Borders of controls: contrast of at least 3:1. */
    edge: string;
    text: string;
    muted: string;
    primary: string;
    primaryHover: string;
    onPrimary: string;
    /** The background of selected and hovered elements, and its text colour. */
    primarySoft: string;
    onPrimarySoft: string;
    secondary: string;
    onSecondary: string;
    secondarySoft: string;
    accent: string;
    onAccent: string;
    accentSoft: string;
    danger: string;
    dangerHover: string;
    onDanger: string;
    focus: string;
    /** The backdrop of dialogs. */
    veil: string;
  };
  tone: Tones;
  /** The background of each tone. */
  toneSoft: Tones;
  shadow: Record<'s' | 'm' | 'l', string>;
};

export const day: Palette = {
  color: {
    canvas: '#faf9fd',
    surface: '#ffffff',
    raised: '#ffffff',
    sunken: '#f3f0f9',
    side: '#f4f1fa',
    border: '#e4deee',
    edge: '#8a7f9b',
    text: '#1e1729',
    muted: '#5c536b',
    primary: '#6a2fb5',
    primaryHover: '#572498',
    onPrimary: '#ffffff',
    primarySoft: '#eee6fa',
    onPrimarySoft: '#572498',
    secondary: '#2459b8',
    onSecondary: '#ffffff',
    secondarySoft: '#e5eefc',
    accent: '#c0247d',
    onAccent: '#ffffff',
    accentSoft: '#fce7f3',
    danger: '#b3202f',
    dangerHover: '#951624',
    onDanger: '#ffffff',
    focus: '#7a3fd1',
    veil: 'rgb(30 18 48 / 45%)',
  },
  tone: { error: '#b3202f', warning: '#855000', info: '#2459b8', success: '#1a6b43' },
  toneSoft: { error: '#fdeef0', warning: '#fdf3e0', info: '#ebf2fd', success: '#e8f6ee' },
  shadow: {
    s: '0 1px 2px rgb(45 20 80 / 7%)',
    m: '0 1px 2px rgb(45 20 80 / 6%), 0 6px 18px -6px rgb(45 20 80 / 14%)',
    l: '0 2px 6px rgb(45 20 80 / 8%), 0 24px 56px -16px rgb(45 20 80 / 30%)',
  },
};

export const night: Palette = {
  color: {
    canvas: '#130f1b',
    surface: '#1b1626',
    raised: '#241d32',
    sunken: '#161120',
    side: '#17121f',
    border: '#352c46',
    edge: '#887c9e',
    text: '#efeaf7',
    muted: '#b5aac6',
    primary: '#b795f7',
    primaryHover: '#caaffb',
    onPrimary: '#1c0f31',
    primarySoft: '#32244b',
    onPrimarySoft: '#dccbff',
    secondary: '#8db6ff',
    onSecondary: '#0b1d3d',
    secondarySoft: '#1c2b4a',
    accent: '#ff8cc6',
    onAccent: '#3a0a25',
    accentSoft: '#45203a',
    danger: '#ff8d97',
    dangerHover: '#ffa9b1',
    onDanger: '#3d070e',
    focus: '#c9aefb',
    veil: 'rgb(4 2 8 / 65%)',
  },
  tone: { error: '#ff959e', warning: '#f3bb63', info: '#8db6ff', success: '#75d8a1' },
  toneSoft: { error: '#3b1a25', warning: '#37280f', info: '#1c2741', success: '#15301f' },
  shadow: {
    s: '0 1px 2px rgb(0 0 0 / 35%)',
    m: '0 1px 2px rgb(0 0 0 / 35%), 0 8px 20px -6px rgb(0 0 0 / 50%)',
    l: '0 2px 6px rgb(0 0 0 / 40%), 0 28px 60px -16px rgb(0 0 0 / 70%)',
  },
};
