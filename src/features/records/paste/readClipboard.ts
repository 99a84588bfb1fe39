/** Reads the clipboard for the menu entry; Ctrl+V needs no permission. */

/** Undefined where the browser or the person does not allow it, or there is no text. */
export const readClipboard = async (): Promise<string | undefined> => {
  try {
    return (await navigator.clipboard.readText()) || undefined;
  } catch {
    return undefined;
  }
};
