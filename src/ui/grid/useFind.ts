/** The state of a search in a grid: the text, its matches, and the current match. */
import { useMemo, useState } from 'react';
import type { CellPosition } from './gridKeys.ts';
import { findInRows, hasFindable, type FindText } from './findInRows.ts';

type FindState<Row> = {
  rows: readonly Row[];
  names: readonly string[];
  leadingColumns: number;
  /** Undefined where a grid has no find box. */
  textOf: FindText<Row> | undefined;
  /** Shows a match. */
  onShow: (cell: CellPosition) => void;
  /** Called when the box is closed. */
  onClose: () => void;
};

const noMatches: CellPosition[] = [];

/** The rows are searched only while the box is open. */
export function useFind<Row>({ rows, names, leadingColumns, textOf, onShow, onClose }: FindState<Row>) {
  const [text, setText] = useState<string>();
  const [matchIndex, setMatchIndex] = useState(0);
  const isOpen = text !== undefined;
  const nameKey = names.join();
  const matches = useMemo(
    () =>
      text === undefined || !textOf ? noMatches : findInRows(text, { rows, names, leadingColumns, textOf }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- names are those of the key
    [text, rows, nameKey, leadingColumns, textOf],
  );
  const current = Math.min(matchIndex, Math.max(0, matches.length - 1));
  const goTo = (next: number, found: readonly CellPosition[]) => {
    setMatchIndex(next);
    const cell = found[next];
    if (cell) onShow(cell);
  };
  return {
    isOpen,
    open: () => setText(''),
    box: isOpen && {
      text,
      count: matches.length,
      matchIndex: current,
      searchable: textOf !== undefined && hasFindable({ rows, names, textOf }),
      onText: (next: string) => {
        setText(next);
        if (textOf) goTo(0, findInRows(next, { rows, names, leadingColumns, textOf }));
      },
      onStep: (by: 1 | -1) => {
        if (matches.length > 0) goTo((current + by + matches.length) % matches.length, matches);
      },
      onClose: () => {
        setText(undefined);
        setMatchIndex(0);
        onClose();
      },
    },
  };
}
