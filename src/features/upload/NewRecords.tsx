/** Shows how many records were added to a schema in this visit, unless the tray shows the end of their upload. */
import { useSelector } from '@xstate/react';
import { formatQuantity } from '#src/shared/format/counts.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Row } from '#src/ui/layout.ts';
import { useActors } from '#src/features/root/index.ts';

export function NewRecords({ schema }: { schema: string }) {
  const { uploads } = useActors();
  const count = useSelector(uploads, ({ context }) => context.newRecords[schema] ?? 0);
  const isInTray = useSelector(
    uploads,
    ({ context }) => context.bySchema[schema]?.state.hasTag('ended') ?? false,
  );
  if (count === 0 || isInTray) return null;
  return (
    <Banner tone="success">
      <Row $justify="space-between">
        <strong>{formatQuantity(count, 'new record')}</strong>
        <Button size="s" onClick={() => uploads.send({ type: 'records.dismissed', schema })}>
          Dismiss
        </Button>
      </Row>
    </Banner>
  );
}
