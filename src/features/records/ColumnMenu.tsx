/** Which columns are shown, and how wide each is. */
import styled from 'styled-components';
import { token } from '#src/theme/tokens.ts';
import { Input } from '#src/ui/form/TextField.tsx';
import { Menu, MenuItem } from '#src/ui/Menu.tsx';
import { columnWidth, type Grid, type GridColumn } from './useGrid.ts';

const Line = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 5.5rem;
  gap: ${token.space.sm};
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

export function ColumnMenu({ grid }: { grid: Grid }) {
  const columns = grid.getAllLeafColumns();
  const shown = columns.filter((column) => column.getIsVisible()).length;
  return (
    <Menu label="Columns" icon="columns" size="s" align="end">
      <Scroll>
        {columns.map((column) => (
          <ColumnLine key={column.id} grid={grid} column={column} last={shown === 1} />
        ))}
      </Scroll>
      <MenuItem
        icon="refresh"
        onSelect={() => {
          grid.resetColumnVisibility(true);
          grid.resetColumnSizing(true);
        }}
      >
        Show all, default widths
      </MenuItem>
    </Menu>
  );
}

type ColumnLineProps = { grid: Grid; column: GridColumn; last: boolean };

/** The last visible column stays. */
function ColumnLine({ grid, column, last }: ColumnLineProps) {
  const visible = column.getIsVisible();
  const size = (typed: string) => {
    const width = Number(typed);
    if (width >= columnWidth.minSize && width <= columnWidth.maxSize)
      grid.setColumnSizing((sizes) => ({ ...sizes, [column.id]: width }));
  };
  return (
    <Line>
      <label>
        <input
          type="checkbox"
          checked={visible}
          disabled={visible && last}
          onChange={({ target }) => column.toggleVisibility(target.checked)}
        />
        {column.id}
      </label>
      <Input
        // A new width from elsewhere starts the box anew.
        key={column.getSize()}
        type="number"
        aria-label={`Width of ${column.id} in pixels`}
        min={columnWidth.minSize}
        max={columnWidth.maxSize}
        step={10}
        defaultValue={column.getSize()}
        onBlur={({ target }) => size(target.value)}
      />
    </Line>
  );
}
