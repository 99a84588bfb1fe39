/** Pasted rows as a file. */

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.matches('input, textarea, select') ||
    target.isContentEditable ||
    target.closest('dialog') !== null);

/**
 * The pasted file, or the pasted rows as a file: at least two lines with tabs, commas, semicolons or vertical bars.
 * @returns null if it is neither, if it is pasted into a field or a dialog, or if something else handles it, such as a grid.
 */
export function pastedFile({ clipboardData, target, defaultPrevented }: ClipboardEvent): File | null {
  if (!clipboardData || defaultPrevented || isField(target)) return null;
  const [file] = clipboardData.files;
  if (file) return file;
  const text = clipboardData.getData('text/plain');
  if (!text.trim().includes('\n') || !/[\t,;|]/.test(text)) return null;
  return new File([text], text.includes('\t') ? 'Pasted rows.tsv' : 'Pasted rows.csv');
}
