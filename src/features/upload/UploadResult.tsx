/** The result of an upload: success, or the reason of the failure with the first bad rows. */
import type { ReactNode } from 'react';
import styled from 'styled-components';
import type { RowProblem } from '@cloakroom/contract/jobs.ts';
import { formatQuantity, formatCount } from '#src/shared/format/counts.ts';
import type { BadRows, UploadContext } from '#src/machines/upload/types.ts';
import { screen, token } from '#src/ui/theme/tokens.ts';
import { Banner, toneIcons } from '#src/ui/Banner.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Stack } from '#src/ui/layout.ts';
import { Table, type Column } from '#src/ui/Table.tsx';
import { useFocusOnMount } from './useFocusOnMount.ts';
import { leftOutText } from './messages.ts';

const Head = styled.div<{ $tone: 'success' | 'error' }>`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: ${token.space.xs} ${token.space.sm};
  padding: ${token.space.m};
  background: ${({ $tone }) => token.toneSoft[$tone]};
  border-radius: ${token.radius.m};
  overflow-wrap: anywhere;
  > svg {
    grid-row: span 2;
    color: ${({ $tone }) => token.tone[$tone]};
  }
  h3:focus-visible {
    outline: none;
  }
`;
const Rows = styled.div`
  max-block-size: 18rem;
  overflow: auto;
  border-radius: ${token.radius.m};
  ${screen.phone} {
    max-block-size: none;
  }
`;

type UploadResultProps = { tone: 'success' | 'error'; title: string; children: ReactNode };

/** The heading takes the focus, so that screen readers start at the result. */
function UploadResult({ tone, title, children }: UploadResultProps) {
  const heading = useFocusOnMount<HTMLHeadingElement>();
  return (
    <Head $tone={tone} role="status">
      <Icon name={toneIcons[tone]} size={28} />
      <h3 ref={heading} tabIndex={-1}>
        {title}
      </h3>
      <div>{children}</div>
    </Head>
  );
}

type ResultProps = {
  upload: UploadContext;
  /** Downloads the bad rows. */
  saveButton: ReactNode;
};

export function UploadComplete({ upload, saveButton }: ResultProps) {
  const { total, file, badRows, leftOut } = upload;
  return (
    <Stack $gap="m">
      <UploadResult tone="success" title="Upload Complete">
        {/* A job from before a reload has no file here. */}
        Uploaded {formatQuantity(total, 'record')}
        {file && ` from file: ${file.name}`}
      </UploadResult>
      {leftOut > 0 && (
        <Banner tone="warning" title={leftOutText(upload)}>
          The rows that don’t match the schema were not stored.{' '}
          {badRows
            ? 'Save them, mend them and upload them as a file of their own.'
            : 'To see which, upload the file again with “Upload nothing unless all rows are good”: nothing of it is stored then, and its bad rows are listed.'}
        </Banner>
      )}
      {badRows && (
        <>
          {saveButton}
          <BadRowTable bad={badRows} />
        </>
      )}
    </Stack>
  );
}

const columns: Column<RowProblem>[] = [
  { key: 'row', header: 'Row', cell: ({ row }) => row, rowHeader: true },
  { key: 'field', header: 'Field', cell: ({ field }) => field || '—' },
  { key: 'value', header: 'Value', cell: ({ value }) => value ?? '—' },
  { key: 'problem', header: 'Problem', cell: ({ field, message }) => message.replace(`${field}: `, '') },
];

function BadRowTable({ bad: { count, rows } }: { bad: BadRows }) {
  const caption =
    count > rows.length
      ? `The first ${rows.length} of ${formatCount(count)} problems`
      : `${count} ${count === 1 ? 'problem' : 'problems'}`;
  return (
    <Rows role="region" aria-label={caption} tabIndex={0}>
      <Table
        caption={caption}
        showCaption
        columns={columns}
        rows={rows}
        rowKey={({ row, field, message }) => `${row} ${field} ${message}`}
      />
    </Rows>
  );
}

export function UploadTerminated({ upload: { failure, badRows }, saveButton }: ResultProps) {
  return (
    <Stack $gap="m">
      <UploadResult tone="error" title="Upload Terminated">
        <strong>Failed to upload records from file</strong>
        <p>{failure?.message}</p>
      </UploadResult>
      {saveButton}
      {badRows && badRows.rows.length > 0 && <BadRowTable bad={badRows} />}
    </Stack>
  );
}
