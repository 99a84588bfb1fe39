/** How much room the words of a chart take, in CSS pixels. Estimated generously, so that a layout is the same on every machine. */

export const measures = {
  /** A state's name. */
  name: { line: 20, sign: 8.6 },
  /** What runs, and what happens: small and of one width. */
  detail: { line: 17, sign: 7 },
  /** Between a state's edge and its words. */
  inset: 12,
  /** Between a label's edge and its words. */
  labelInset: 5,
  /** From its top to the foot of the first line. */
  labelRise: 14,
  /** The point where a machine begins. */
  dot: 12,
} as const;

export type TextKind = 'name' | 'detail';

/** The room for lines of one kind, one below the other. */
export const textSize = (lines: readonly string[], kind: TextKind) => ({
  width: Math.ceil(Math.max(0, ...lines.map(({ length }) => length)) * measures[kind].sign),
  height: lines.length * measures[kind].line,
});
