/** A schema's records with everything around them: the lock, the columns, the pages, and what stands where none are. */
import { useEffect, useMemo, useState } from 'react';
import styled from 'styled-components';
import type { Field } from '#contract/fields.ts';
import type { SealedRecord } from '#contract/records.ts';
import { Failure, isPassing } from '#src/lib/failure.ts';
import { pageSizes } from '#src/lib/recordsAddress.ts';
import { useRecordPage } from '#src/queries/records.ts';
import { token } from '#src/theme/tokens.ts';
import { Age } from '#src/ui/Age.tsx';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Row, Stack } from '#src/ui/layout.ts';
import { Pager } from '#src/ui/Pager.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { ColumnMenu } from './ColumnMenu.tsx';
import { DecryptSwitch } from './DecryptSwitch.tsx';
import { NoMatches, NoRecords, type FirstSteps } from './EmptyRecords.tsx';
import { RecordDialog } from './RecordDialog.tsx';
import { RecordTable } from './RecordTable.tsx';
import { useGrid, type GridRow } from './useGrid.ts';
import type { RecordQueryShown } from './useRecordQuery.ts';
import { useRecordsView } from './useRecordsView.ts';

const Note = styled.span`
  font-size: ${token.size.s};
  color: ${token.color.muted};
`;
const noRecords: SealedRecord[] = [];

function shownFailure(thrown: Error | null, somethingShown: boolean): Failure | null {
  const failure = thrown && Failure.from(thrown);
  return failure && !(somethingShown && isPassing(failure)) ? failure : null;
}

export type RecordBrowserProps = {
  schema: string;
  /** The schema's name. */
  name: string;
  /** In the order of the columns. */
  fields: readonly Field[];
  query: RecordQueryShown;
  behindProxy: boolean | undefined;
  steps: FirstSteps;
};

export function RecordBrowser({ schema, name, fields, query, behindProxy, steps }: RecordBrowserProps) {
  const { limit, offset, filters } = query;
  const page = useRecordPage({ schema, limit, offset, filters }, behindProxy);
  const records = page.data?.items ?? noRecords;
  const total = page.data?.total ?? offset + records.length;
  const view = useRecordsView(schema, records, behindProxy === true);
  const rows = useMemo(
    () =>
      records.map((record, at): GridRow => ({
        record,
        number: offset + at + 1,
        open: view.opened.get(record.id),
      })),
    [records, offset, view.opened],
  );
  const grid = useGrid(fields, rows, view.decrypted);
  const [opened, setOpened] = useState<string>();
  const row = rows.find(({ record }) => record.id === opened);
  const [show] = useState(
    () =>
      ({ record }: GridRow) =>
        setOpened(record.id),
  );

  const beyond = page.data !== undefined && !page.isPlaceholderData && total > 0 && offset >= total;
  useEffect(() => {
    if (beyond) query.goTo(Math.ceil(total / limit));
  });

  // What nobody could be asked about is as old as it is; that is said, and is no error.
  const failure = shownFailure(page.error, page.data !== undefined);
  return (
    <Stack $gap="sm">
      {failure && (
        <Banner
          tone="error"
          title="Error fetching records"
          actions={
            <Button size="s" icon="refresh" pending={page.isFetching} onClick={() => void page.refetch()}>
              Try again
            </Button>
          }
        >
          {failure.message}
        </Banner>
      )}
      {page.isPending && !failure && <Skeleton label="Loading records" lines={10} high="26px" />}
      {page.data &&
        total === 0 &&
        (filters.length > 0 ? <NoMatches onClear={query.clear} /> : <NoRecords steps={steps} />)}
      {page.data && total > 0 && (
        <>
          <Row $justify="space-between">
            <DecryptSwitch view={view} />
            <Age of={page} />
            <Row>
              {view.decrypted && grid.state.sorting.length > 0 && <Note>Sorted: this page only</Note>}
              <ColumnMenu grid={grid} />
            </Row>
          </Row>
          <RecordTable
            grid={grid}
            label={`Records of ${name}`}
            total={total}
            offset={offset}
            busy={page.isPlaceholderData}
            readable={view.decrypted}
            onOpen={show}
          />
          <Pager
            label="Pages of records"
            page={offset / limit + 1}
            pageSize={limit}
            total={total}
            sizes={pageSizes}
            onPage={query.goTo}
            onPageSize={query.resize}
          />
        </>
      )}
      {row && (
        <RecordDialog
          row={row}
          names={fields.map((field) => field.name)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Stack>
  );
}
