/** The first rows of a chosen file, with the field of each column. */
import { useDeferredValue, useId } from 'react';
import styled from 'styled-components';
import { formatCount } from '#src/shared/format/counts.ts';
import type { RowPreview } from '#src/workers/parse/rowPreview.ts';
import { token } from '#src/ui/theme/tokens.ts';
import type { OnMatch } from './FieldMatch.tsx';
import { PreviewLoading, PreviewPlaceholder } from './PreviewPlaceholder.tsx';
import { RowsTable } from './RowsTable.tsx';

const Box = styled.div`
  display: flex;
  flex: 1 0 0;
  flex-direction: column;
  min-block-size: 12rem;
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.m};
  > p {
    padding: ${token.space.s} ${token.space.m};
    font-size: ${token.size.s};
    color: ${token.color.muted};
    border-block-end: 1px solid ${token.color.border};
  }
`;

/** "The first 100 of about 1,200 rows": estimates are rounded to two digits. */
function captionOf({ rows, totalRows }: RowPreview): string {
  const first = rows.length === 1 ? 'The first row' : `The first ${formatCount(rows.length)}`;
  if (totalRows > rows.length) return `${first} of ${totalText(totalRows)}`;
  return rows.length === 1 ? first : `${first} rows`;
}

function totalText(rows: number): string {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(rows)) - 1);
  return `about ${formatCount(Math.round(rows / unit) * unit)} rows`;
}

type FirstRowsProps = { preview: RowPreview; fields: readonly string[]; onMatch: OnMatch };

export function FirstRows(props: FirstRowsProps) {
  const caption = useId();
  // Rendered after the rest of the dialog, so that no task blocks the page for long.
  const ready = useDeferredValue(true, false);
  if (!ready) return <PreviewLoading />;
  if (props.preview.rows.length === 0)
    return <PreviewPlaceholder>No row can be shown like this.</PreviewPlaceholder>;
  return (
    <Box>
      <p id={caption}>{captionOf(props.preview)}</p>
      <RowsTable {...props} caption={caption} />
    </Box>
  );
}
