/** The progress of the new index, with a button that stops the change. */
import { useQuery } from '@tanstack/react-query';
import { formatQuantity } from '#src/shared/format/counts.ts';
import { Button } from '#src/ui/Button.tsx';
import { Row, Stack } from '#src/ui/layout.ts';
import { Progress } from '#src/ui/Progress.tsx';
import { definitionQueries, useCancelChange } from './queries.ts';

export function ReindexingProgress({ schema }: { schema: string }) {
  const { data } = useQuery(definitionQueries.job(schema));
  const cancel = useCancelChange(schema);
  const text = data
    ? `${formatQuantity(data.processed, 'record')} of ${formatQuantity(data.total, 'record')}`
    : '';
  return (
    <Stack $gap="s">
      <Progress
        label="New index"
        value={data && data.total > 0 ? data.processed : undefined}
        max={data?.total ?? 0}
        text={text}
      />
      <Row>
        <span role="status">{text}</span>
        <Button size="s" kind="quiet" pending={cancel.isPending} onClick={() => cancel.mutate()}>
          Stop
        </Button>
      </Row>
    </Stack>
  );
}
