/** The number and the checkbox of each row, shown again while the grid is scrolled horizontally. */
import styled from 'styled-components';
import { zIndex } from '#src/ui/theme/zIndex.ts';
import type { GridProps } from './gridProps.ts';
import type { Slot } from './slots.ts';
import { SpacerRow } from './SpacerRow.tsx';

const Pane = styled.tbody`
  position: sticky;
  inset-inline-start: 0;
  z-index: ${zIndex.sticky};
  block-size: 0;
`;

type LeadingPaneProps<Row> = Pick<GridProps<Row>, 'rows' | 'keyOf' | 'numberOf' | 'selection'> & {
  /** The rendered rows. */
  slots: readonly Slot[];
  /** In CSS pixels. */
  width: number;
};

/** Handled by the grid, to which the event bubbles. */
const noop = () => undefined;

/**
 * A single sticky layer. Sticky cells would be a layer each, which makes scrolling half as fast. It is for pointers only: assistive
 * technology and the keyboard use the cells of the rows.
 */
export const LeadingPane = <Row,>(props: LeadingPaneProps<Row>) => (
  // A press must not move the focus into hidden elements.
  <Pane aria-hidden style={{ inlineSize: props.width }} onMouseDown={(event) => event.preventDefault()}>
    {props.slots.map(({ index, size }, slot) => {
      const row = index === null ? undefined : props.rows[index];
      if (row === undefined || index === null) return <SpacerRow key={`gap ${slot}`} size={size} />;
      const key = props.keyOf(row);
      return (
        <tr key={key} data-row={index + 1}>
          {props.selection && (
            <td data-column={0} data-lead="choice">
              <input
                type="checkbox"
                tabIndex={-1}
                checked={props.selection.chosen.has(key)}
                onChange={noop}
              />
            </td>
          )}
          <th data-column={props.selection ? 1 : 0} data-lead="number">
            <button type="button" tabIndex={-1} data-open>
              {props.numberOf(row)}
            </button>
          </th>
        </tr>
      );
    })}
  </Pane>
);
