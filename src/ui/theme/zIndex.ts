/** Every z-index of the console, lowest first. Dialogs and menus need none: the browser's top layer holds them. */
export const zIndex = {
  /** Table heads and bars that stay while their content scrolls. */
  sticky: 10,
  /** The bar on top of a phone's page. */
  bar: 20,
  toast: 30,
  skipLink: 40,
} as const;
