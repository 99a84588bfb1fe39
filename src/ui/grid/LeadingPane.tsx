/** The number and the checkbox of each row, shown once more while the grid is scrolled across. */
import styled from 'styled-components';
import { zIndex } from '#src/ui/theme/zIndex.ts';
import { SpacerRow } from './SpacerRow.tsx';

const Pane = styled.tbody`
  position: sticky;
  inset-inline-start: 0;
  z-index: ${zIndex.sticky};
  block-size: 0;
`;

type LeadingPaneProps = {
  rows: readonly (
    { key: string; at: number; number: number; selected: boolean | null } | { spacer: number }
  )[];
  /** In CSS pixels. */
  width: number;
};

/** Handled by the grid, to which the event bubbles. */
const noop = () => undefined;

/**
 * One layer that stays in sight. Sticky cells would be a layer each, which makes scrolling half as fast. For the pointer: assistive
 * technology and the keyboard use the cells of the rows.
 */
export const LeadingPane = ({ rows, width }: LeadingPaneProps) => (
  // A press must not move the focus into hidden elements.
  <Pane aria-hidden style={{ inlineSize: width }} onMouseDown={(event) => event.preventDefault()}>
    {rows.map((row, slot) =>
      'spacer' in row ? (
        <SpacerRow key={`gap ${slot}`} size={row.spacer} />
      ) : (
        <tr key={row.key} data-row={row.at}>
          {row.selected !== null && (
            <td data-column={0} data-lead="choice">
              <input type="checkbox" tabIndex={-1} checked={row.selected} onChange={noop} />
            </td>
          )}
          <th data-column={row.selected === null ? 0 : 1} data-lead="number">
            <button type="button" tabIndex={-1} data-open>
              {row.number}
            </button>
          </th>
        </tr>
      ),
    )}
  </Pane>
);
