/** The size of text in a chart, in CSS pixels: a generous estimate that is the same on every machine. */

export const measures = {
  /** Names of states. */
  name: { lineHeight: 20, charWidth: 8.6 },
  /** Invoked actors and causes, in a small monospace font. */
  detail: { lineHeight: 17, charWidth: 7 },
  /** Between the border of a state and its text. */
  inset: 12,
  /** Between the border of a label and its text. */
  labelInset: 5,
  /** From the top of a label to the baseline of its first line. */
  labelRise: 14,
  /** The dot of an initial state. */
  initialMark: 12,
} as const;

export type TextKind = 'name' | 'detail';

/** The size of several lines of one kind. */
export const textSize = (lines: readonly string[], kind: TextKind) => ({
  width: Math.ceil(Math.max(0, ...lines.map(({ length }) => length)) * measures[kind].charWidth),
  height: lines.length * measures[kind].lineHeight,
});
