/** A button with the number of unsent changes; hidden without any. */
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { formatQuantity } from '#src/shared/format/counts.ts';
import { useActors } from '#src/features/root/index.ts';
import { formatDateTime } from '#src/shared/format/moments.ts';
import type { Change } from '#src/machines/outbox/types.ts';
import { Button } from '#src/ui/Button.tsx';
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx';
import { Badge } from '#src/ui/Badge.tsx';
import { Banner } from '#src/ui/Banner.tsx';
import { Card } from '#src/ui/Card.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Muted, PlainList, Row, Stack } from '#src/ui/layout.ts';

export function OutboxButton() {
  const { outbox } = useActors();
  const changes = useSelector(outbox, ({ context }) => context.changes);
  const [open, setOpen] = useState(false);
  if (changes.length === 0 && !open) return <VisuallyHidden role="status" />;
  const failed = changes.filter(({ state }) => state === 'failed').length;
  const label = failed
    ? `${formatQuantity(failed, 'change was', 'changes were')} not saved`
    : `${formatQuantity(changes.length, 'change is waiting', 'changes are waiting')} to be sent`;
  return (
    <>
      <Button
        size="s"
        kind={failed ? 'danger' : 'secondary'}
        icon={failed ? 'alert' : 'clock'}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {changes.length}
      </Button>
      <VisuallyHidden role="status">{label}</VisuallyHidden>
      {open && <OutboxDialog changes={changes} onClose={() => setOpen(false)} />}
    </>
  );
}

const stateBadges = {
  queued: { badgeText: 'Waiting', tone: 'warning' },
  sending: { badgeText: 'Sending', tone: 'info' },
  failed: { badgeText: 'Not saved', tone: 'error' },
} as const;

function Line({ change }: { change: Change }) {
  const { tryAgain, cancel } = useActors();
  const { badgeText, tone } = stateBadges[change.state];
  return (
    <Card>
      <Row $justify="space-between">
        <strong>{change.description}</strong>
        <Badge tone={tone}>{badgeText}</Badge>
      </Row>
      <Muted>{formatDateTime(new Date(change.since).toISOString())}</Muted>
      {change.reason !== null && <Banner tone="error">{change.reason}</Banner>}
      {change.state !== 'sending' && (
        <Row>
          {change.state === 'failed' && (
            <Button
              size="s"
              icon="refresh"
              aria-label={`Try again: ${change.description}`}
              onClick={() => void tryAgain(change)}
            >
              Try again
            </Button>
          )}
          <Button
            size="s"
            icon="trash"
            aria-label={`Discard: ${change.description}`}
            onClick={() => void cancel(change)}
          >
            Discard
          </Button>
        </Row>
      )}
    </Card>
  );
}

function OutboxDialog({ changes, onClose }: { changes: readonly Change[]; onClose: () => void }) {
  return (
    <Dialog title="Changes to be sent" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <Stack>
        {changes.length === 0 ? (
          <p role="status">No change is waiting.</p>
        ) : (
          <p>
            These changes are kept on this device. They are sent one after the other as soon as the service
            can be reached, each of them once. Signing out deletes them.
          </p>
        )}
        <Stack as={PlainList} $gap="s">
          {changes.map((change) => (
            <li key={change.id}>
              <Line change={change} />
            </li>
          ))}
        </Stack>
      </Stack>
    </Dialog>
  );
}
