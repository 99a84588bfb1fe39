/** Where a key leads in a list of lines. */

type Pressed = { key: string; altKey: boolean; ctrlKey: boolean; metaKey: boolean };

/**
 * @param lines - how many there are; `page` of them are in view.
 * @returns the line to go to, from 0; undefined for keys that mean nothing here.
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
