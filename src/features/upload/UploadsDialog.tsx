/** A schema's uploads with their time, user and number of records; each can be deleted. */
import { useState, type ReactNode } from 'react';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import type { Upload } from '@cloakroom/contract/uploads.ts';
import { formatQuantity, formatCount } from '#src/shared/format/counts.ts';
import { listRange } from '#src/shared/listPages.ts';
import { formatExactDateTime } from '#src/shared/format/moments.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Muted, Stack } from '#src/ui/layout.ts';
import { PagedList } from '#src/ui/PagedList.tsx';
import { Table, type Column } from '#src/ui/Table.tsx';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { useDeleteUpload, useRecordForms, useStaleGroups, useUploads } from './queries.ts';
import { useFocusOnMount } from './useFocusOnMount.ts';

type UploadsDialogProps = { schema: Schema; onClose: () => void };

export function UploadsDialog({ schema, onClose }: UploadsDialogProps) {
  const [page, setPage] = useState(1);
  const uploads = useUploads(schema.id, listRange(page));
  const [selected, setSelected] = useState<Upload>();
  const [deleted, setDeleted] = useState<Upload>();
  return (
    <Dialog title={`Uploads to ${schema.name}`} size="l" onClose={onClose}>
      <Stack>
        {deleted && (
          <Result key={deleted.id}>
            The upload of {formatExactDateTime(deleted.created)} is taken back:{' '}
            {formatQuantity(deleted.records, 'record')} deleted.
          </Result>
        )}
        <StaleGroups schema={schema} />
        <RecordForms schema={schema} />
        <PagedList
          from={uploads}
          label="Loading uploads"
          pages="Pages of uploads"
          page={page}
          onPage={setPage}
          empty={
            <EmptyState icon="upload" title="No uploads">
              Nothing is stored in {schema.name} yet.
            </EmptyState>
          }
        >
          {(items) => (
            <Table
              caption={`Uploads to ${schema.name}`}
              columns={columnsWith(setSelected)}
              rows={items}
              rowKey={({ id }) => id}
            />
          )}
        </PagedList>
      </Stack>
      {selected && (
        <DeleteUploadDialog
          schema={schema}
          upload={selected}
          onDeleted={() => setDeleted(selected)}
          onClose={() => setSelected(undefined)}
        />
      )}
    </Dialog>
  );
}

/** Says that values of deleted records are still stored, since when, and who removes them. */
function StaleGroups({ schema }: { schema: Schema }) {
  const { data: groups = [] } = useStaleGroups(schema.id);
  const [oldest] = groups;
  if (!oldest) return null;
  return (
    <Banner tone="info">
      Sealed values of records that were deleted since {formatExactDateTime(oldest.since)} are still stored in{' '}
      {formatQuantity(groups.length, 'group')} with other records. They are removed as soon as a data owner
      who has all keys of {schema.name} opens its records.
    </Banner>
  );
}

/** Shows how many records of an earlier version are still to be sealed in groups. */
function RecordForms({ schema }: { schema: Schema }) {
  const { data } = useRecordForms(schema.id);
  if (!data || data.one_by_one === 0) return null;
  return (
    <Banner tone="info">
      {formatQuantity(data.in_groups, 'record')} of {formatCount(data.in_groups + data.one_by_one)} are stored
      in the present form, which takes less space. The others are of an earlier version; the proxy of a data
      owner who has all keys of {schema.name} converts them while its records are open.
    </Banner>
  );
}

/** Takes the focus, because the pressed button is removed with its row. */
function Result({ children }: { children: ReactNode }) {
  const element = useFocusOnMount<HTMLDivElement>();
  return (
    <div ref={element} tabIndex={-1}>
      <Banner tone="success">{children}</Banner>
    </div>
  );
}

const columnsWith = (onDelete: (upload: Upload) => void): Column<Upload>[] => [
  { key: 'stored', header: 'Stored', cell: ({ created }) => formatExactDateTime(created), rowHeader: true },
  { key: 'by', header: 'By', cell: ({ owner_email }) => owner_email ?? 'A deleted user' },
  {
    key: 'from',
    header: 'From',
    cell: ({ this_machine }) =>
      this_machine ? <Badge tone="primary">This machine</Badge> : <Muted>—</Muted>,
  },
  { key: 'records', header: 'Records', end: true, cell: ({ records }) => formatCount(records) },
  {
    key: 'action',
    header: 'Action',
    end: true,
    cell: (upload) =>
      upload.records > 0 ? (
        <Button
          size="s"
          icon="trash"
          aria-label={`Take back the upload of ${formatExactDateTime(upload.created)} with ${formatQuantity(upload.records, 'record')}`}
          onClick={() => onDelete(upload)}
        >
          Take back
        </Button>
      ) : (
        <Muted>Clearing {formatQuantity(upload.removing, 'record')}</Muted>
      ),
  },
];

type DeleteUploadDialogProps = {
  schema: Schema;
  upload: Upload;
  onDeleted: () => void;
  onClose: () => void;
};

/** Asks for confirmation before an upload is deleted with its records. */
function DeleteUploadDialog({ schema, upload, onDeleted, onClose }: DeleteUploadDialogProps) {
  const remove = useDeleteUpload(schema.id);
  const recordCount = formatQuantity(upload.records, 'record');
  const confirm = async () => {
    await remove.mutateAsync(upload);
    onDeleted();
  };
  return (
    <ConfirmDialog
      danger
      title="Take this upload back?"
      confirm={`Delete ${recordCount}`}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Stack $gap="sm">
        <p>
          The upload of {formatExactDateTime(upload.created)}
          {upload.owner_email && ` by ${upload.owner_email}`} holds {recordCount}.
        </p>
        <p>
          {upload.records === 1 ? 'It is' : 'All of them are'} deleted for everyone who works with{' '}
          {schema.name}, at once. This can’t be undone. Other uploads stay as they are, also those of the same
          file.
        </p>
      </Stack>
    </ConfirmDialog>
  );
}
