/** Says, above a schema's records, how many of them have just come. */
import { useSyncExternalStore } from 'react';
import { counted } from '#src/lib/counts.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Row } from '#src/ui/layout.ts';
import { newRecords } from './newRecords.ts';

export function NewRecords({ schema }: { schema: string }) {
  const count = useSyncExternalStore(newRecords.subscribe, () => newRecords.of(schema));
  if (count === 0) return null;
  return (
    <Banner tone="success">
      <Row $justify="space-between">
        <strong>{counted(count, 'new record')}</strong>
        <Button size="s" onClick={() => newRecords.noted(schema)}>
          Dismiss
        </Button>
      </Row>
    </Banner>
  );
}
