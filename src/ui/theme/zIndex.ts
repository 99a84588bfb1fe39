/** All z-indexes, lowest first. Dialogs and menus are in the browser's top layer, and need none. */
export const zIndex = {
  /** Sticky table headers and bars. */
  sticky: 10,
  /** The top bar on phones. */
  bar: 20,
  toast: 30,
  skipLink: 40,
  /** Covers the page while a file is dragged over it. */
  dropTarget: 50,
} as const;
