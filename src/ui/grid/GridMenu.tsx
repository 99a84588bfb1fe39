/** The menu of a cell or a column header. */
import { ContextMenu } from '#src/ui/ContextMenu.tsx';
import { MenuItem } from '#src/ui/Menu.tsx';
import type { CellPosition } from './gridKeys.ts';
import type { GridAction } from './types.ts';
import { togglePinned, type GridModel } from './useGrid.ts';

type GridMenuProps<Row> = {
  grid: GridModel;
  /** The noun for a row: "record". */
  what: string;
  /** Row 0 is the header. */
  at: CellPosition;
  column: string;
  row: Row | undefined;
  anchor: HTMLElement;
  /** Whether another column stays visible. */
  canHide: boolean;
  actions: {
    onCopy: (headers: boolean) => void;
    onOpen: (row: Row) => void;
    /** Opens the find box; undefined where there is none. */
    onFind: (() => void) | undefined;
    onBeginRange: () => void;
    onFit: () => void;
    ofCell: ((row: Row, column: string) => GridAction[]) | undefined;
    ofColumn: ((column: string) => GridAction[]) | undefined;
  };
  onClose: () => void;
};

export function GridMenu<Row>({
  grid,
  what,
  at,
  column,
  row,
  anchor,
  canHide,
  actions,
  onClose,
}: GridMenuProps<Row>) {
  const { onCopy, onOpen, onFind, onBeginRange, onFit, ofCell, ofColumn } = actions;
  const pinned = grid.getColumn(column)?.getIsPinned() !== false;
  const ofHeader = (): GridAction[] => [
    ...(ofColumn?.(column) ?? []),
    {
      label: pinned ? 'Unpin column' : 'Pin column',
      icon: 'chevronsLeft',
      run: () => togglePinned(grid, column),
    },
    ...(canHide
      ? [
          {
            label: 'Hide column',
            icon: 'eyeOff',
            run: () => grid.getColumn(column)?.toggleVisibility(false),
          } as const,
        ]
      : []),
    { label: 'Fit to content', icon: 'columns', run: onFit },
  ];
  const ofRow = (pressed: Row): GridAction[] => [
    { label: 'Copy', icon: 'copy', run: () => onCopy(false) },
    { label: 'Copy with headers', icon: 'copy', run: () => onCopy(true) },
    { label: 'Start a range here', icon: 'table', run: onBeginRange },
    ...(onFind ? [{ label: 'Find in this page', icon: 'search', run: onFind } as const] : []),
    ...(ofCell?.(pressed, column) ?? []),
    { label: `Open ${what}`, icon: 'external', run: () => onOpen(pressed) },
  ];
  const items = at.row === 0 ? ofHeader() : row === undefined ? [] : ofRow(row);
  return (
    <ContextMenu
      label={at.row === 0 ? `Column ${column}` : `Cell of ${column}`}
      anchor={anchor}
      onClose={onClose}
    >
      {items.map(({ label, icon, run }) => (
        <MenuItem key={label} icon={icon} onSelect={run}>
          {label}
        </MenuItem>
      ))}
    </ContextMenu>
  );
}
