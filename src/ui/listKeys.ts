/** Keyboard navigation of a list. */

type Pressed = { key: string; altKey: boolean; ctrlKey: boolean; metaKey: boolean };

/**
 * The line after a key press.
 * @param lines - the number of lines.
 * @param page - the number of visible lines.
 * @returns the index of the line; undefined if the key does not move the focus.
 */
export function nextLine(
  { key, altKey, ctrlKey, metaKey }: Pressed,
  line: number,
  lines: number,
  page: number,
): number | undefined {
  if (altKey || ctrlKey || metaKey) return undefined;
  const steps: Record<string, number> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -lines,
    End: lines,
  };
  const step = steps[key];
  return step === undefined ? undefined : Math.max(0, Math.min(lines - 1, line + step));
}
