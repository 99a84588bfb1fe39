/** The menu for visibility, order and width of columns. */
import { useState } from 'react';
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import { FindField } from '#src/ui/form/FindField.tsx';
import { Input } from '#src/ui/form/TextField.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { Menu, MenuItem } from '#src/ui/Menu.tsx';
import {
  columnTitle,
  columnWidth,
  moveColumn,
  setWidth,
  type GridColumn,
  type GridModel,
} from './useGrid.ts';

const Line = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto auto 5.5rem;
  gap: ${token.space.xs};
  align-items: center;
  padding: 2px ${token.space.sm};
  font-size: ${token.size.s};
  label {
    display: flex;
    gap: ${token.space.s};
    align-items: center;
    min-block-size: 32px;
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  input[type='checkbox'] {
    flex: none;
    inline-size: 18px;
    block-size: 18px;
    margin: 0 2px;
  }
  input[type='number'] {
    min-block-size: 28px;
    text-align: end;
  }
`;
const Scroll = styled.div`
  max-block-size: 18rem;
  overflow: auto;
`;

/** @param props.onReset - called to reset the layout. */
export function ColumnMenu({ grid, onReset }: { grid: GridModel; onReset: () => void }) {
  const columns = grid.getAllLeafColumns();
  const [text, setText] = useState('');
  const found = columns.filter(({ id }) => id.toLowerCase().includes(text.trim().toLowerCase()));
  const shown = columns.filter((column) => column.getIsVisible()).length;
  return (
    <Menu label="Columns" icon="columns" size="s" align="end">
      <FindField
        label="Find a column"
        value={text}
        onChange={setText}
        found={found.length}
        total={columns.length}
      />
      <Scroll>
        {found.map((column) => (
          <ColumnLine
            key={column.id}
            grid={grid}
            column={column}
            alone={shown === 1}
            first={column === columns[0]}
            last={column === columns.at(-1)}
          />
        ))}
      </Scroll>
      <MenuItem icon="refresh" onSelect={onReset}>
        Reset layout
      </MenuItem>
    </Menu>
  );
}

type ColumnLineProps = {
  grid: GridModel;
  column: GridColumn;
  /** No other column is visible, so it can't be hidden. */
  alone: boolean;
  first: boolean;
  last: boolean;
};

function ColumnLine({ grid, column, alone, first, last }: ColumnLineProps) {
  const visible = column.getIsVisible();
  const title = columnTitle(column);
  const size = (typed: string) => {
    const width = Number(typed);
    if (width >= columnWidth.minSize && width <= columnWidth.maxSize) setWidth(grid, column.id, width);
  };
  return (
    <Line>
      <label>
        <input
          type="checkbox"
          checked={visible}
          disabled={visible && alone}
          onChange={({ target }) => column.toggleVisibility(target.checked)}
        />
        {title}
      </label>
      <IconButton
        icon="arrowUp"
        size="s"
        label={`Move ${title} to the left`}
        unavailable={first ? 'It is the first column.' : undefined}
        onClick={() => moveColumn(grid, column.id, -1)}
      />
      <IconButton
        icon="arrowDown"
        size="s"
        label={`Move ${title} to the right`}
        unavailable={last ? 'It is the last column.' : undefined}
        onClick={() => moveColumn(grid, column.id, 1)}
      />
      <Input
        // Resets the uncontrolled input when the width changes elsewhere.
        key={column.getSize()}
        type="number"
        aria-label={`Width of ${title} in pixels`}
        min={columnWidth.minSize}
        max={columnWidth.maxSize}
        step={10}
        defaultValue={column.getSize()}
        onBlur={({ target }) => size(target.value)}
      />
    </Line>
  );
}
