/** Asks for confirmation before all records that match are deleted, and shows the progress. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { Failure } from '#src/shared/failure.ts';
import { formatCount, formatQuantity } from '#src/shared/format/counts.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { TypedName } from '#src/ui/form/TypedName.tsx';
import { Stack } from '#src/ui/layout.ts';
import { Progress } from '#src/ui/Progress.tsx';
import {
  deleteMatching,
  maxMatching,
  maxUndoable,
  restorer,
  type Deleted,
  type MatchingProgress,
} from './deleteMatching.ts';
import { invalidateRecords, type RecordsRequest } from './queries.ts';
import type { UndoState } from './useUndo.ts';

type DeleteMatchingProps = {
  schema: Schema;
  search: RecordsRequest;
  total: number;
  /** Whether the viewer may decrypt the records, so that they can be stored again. */
  readable: boolean;
  undo: UndoState;
  onDeleted: () => void;
  onClose: () => void;
};

export function DeleteMatching(props: DeleteMatchingProps) {
  const { schema, search, total, readable, undo, onDeleted, onClose } = props;
  const client = useQueryClient();
  const [progress, setProgress] = useState<MatchingProgress>();
  const [problem, setProblem] = useState('');
  const [typedName, setTypedName] = useState('');
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const records = formatQuantity(total, 'record');
  const isUndoable = readable && total <= maxUndoable;
  const isTooMany = total > maxMatching;

  const offerUndo = ({ count, values }: Deleted) => {
    const deleted = formatQuantity(count, 'record');
    undo.offer({
      done: `Deleted ${deleted} of ${schema.name}.`,
      ...(values && { undo: restorer(schema.id, values) }),
      undone: `Stored ${deleted} of ${schema.name} again, with new ids.`,
    });
  };
  const start = async () => {
    const controller = new AbortController();
    running.current = controller;
    setProblem('');
    setProgress({ found: 0, deleted: 0 });
    const { schema: id, filters } = search;
    try {
      const deleted = await deleteMatching(
        { schema: id, filters },
        { total, keepValues: isUndoable, onProgress: setProgress, signal: controller.signal },
      );
      if (deleted.count > 0) offerUndo(deleted);
      if (deleted.failure === null) {
        onDeleted();
        onClose();
      } else
        setProblem(
          `Deleted ${formatCount(deleted.count)} of ${records}. The others are still stored: ${deleted.failure.message}`,
        );
    } catch (thrown) {
      if (!controller.signal.aborted) setProblem(Failure.from(thrown).message);
    } finally {
      setProgress(undefined);
      await invalidateRecords(client, schema.id);
    }
  };
  const unavailable = isTooMany
    ? `At most ${formatCount(maxMatching)} records are deleted at once. Add filters, or delete the uploads.`
    : !isUndoable && typedName !== schema.name
      ? 'Type the schema’s name first.'
      : undefined;
  const footer = progress ? (
    <Button data-first onClick={() => running.current?.abort()}>
      Stop
    </Button>
  ) : (
    <>
      <Button data-first onClick={onClose}>
        {problem ? 'Close' : 'Cancel'}
      </Button>
      <Button kind="danger" unavailable={unavailable} onClick={() => void start()}>
        Delete {records}
      </Button>
    </>
  );
  const text = progress && progressText(progress, total);
  return (
    <Dialog
      title={`Delete all ${records} ${search.filters.length > 0 ? 'that match' : `of ${schema.name}`}?`}
      size="s"
      onClose={onClose}
      footer={footer}
    >
      <Stack>
        {problem && <Banner tone="error">{problem}</Banner>}
        {progress && text !== undefined ? (
          <>
            <p>{text}</p>
            <Progress label="Deletion" value={progress.deleted} max={total} text={text} />
          </>
        ) : (
          <>
            <p>
              They are deleted for everyone who works with {schema.name}, in calls of 100 records.{' '}
              {isUndoable
                ? 'You can undo it for ten seconds: the values are stored again, under new ids.'
                : readable
                  ? `They can’t be brought back: only deletions of up to ${formatCount(maxUndoable)} records can be undone.`
                  : 'They can’t be brought back, because you can’t decrypt them.'}
            </p>
            {!isUndoable && !isTooMany && (
              <TypedName name={schema.name} value={typedName} onChange={setTypedName} />
            )}
          </>
        )}
      </Stack>
    </Dialog>
  );
}

const progressText = ({ found, deleted }: MatchingProgress, total: number): string =>
  found < total
    ? `Finding records: ${formatCount(found)} of ${formatQuantity(total, 'record')}`
    : `Deleted ${formatCount(deleted)} of ${formatQuantity(total, 'record')}`;
