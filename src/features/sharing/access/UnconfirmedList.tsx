/** Access that the service shows but no owner has signed, with buttons to confirm it. */
import { useState } from 'react';
import type { Unconfirmed } from '@cloakroom/contract/accessLog.ts';
import { useActors } from '#src/features/root/index.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { BreakableText } from '#src/ui/BreakableText.tsx';
import { Button } from '#src/ui/Button.tsx';
import { PlainList, Row, Stack } from '#src/ui/layout.ts';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { AccessRow } from './styles.ts';
import { capabilitiesText, subjectName, subjectText, confirmationOf } from './messages.ts';
import { useConfirmAccess } from './queries.ts';

type UnconfirmedListProps = {
  schema: string;
  items: readonly Unconfirmed[];
  /** Why the viewer can't confirm anything. */
  obstacle: string | undefined;
};

export function UnconfirmedList({ schema, items, obstacle }: UnconfirmedListProps) {
  const [selected, setSelected] = useState<Unconfirmed>();
  return (
    <>
      <PlainList aria-label="Not confirmed">
        {items.map((item) => (
          <AccessRow key={subjectName(item)}>
            <Stack $gap="xs">
              <Row>
                <strong>
                  <BreakableText text={subjectText(item)} />
                </strong>
                <Badge tone="warning" icon="warning">
                  Unconfirmed
                </Badge>
              </Row>
              <span>Could {capabilitiesText(item)}.</span>
            </Stack>
            <Button
              size="s"
              unavailable={obstacle}
              aria-label={`Confirm ${subjectText(item)}`}
              onClick={() => setSelected(item)}
            >
              Confirm
            </Button>
          </AccessRow>
        ))}
      </PlainList>
      {selected && (
        <ConfirmAccessDialog schema={schema} item={selected} onClose={() => setSelected(undefined)} />
      )}
    </>
  );
}

type ConfirmAccessDialogProps = { schema: string; item: Unconfirmed; onClose: () => void };

/** Signs, as an owner, that a person or a team may have keys, which so far only the service says. */
function ConfirmAccessDialog({ schema, item, onClose }: ConfirmAccessDialogProps) {
  const { raiseAlert } = useActors();
  const { mutateAsync } = useConfirmAccess(schema);
  const confirm = async () => {
    await mutateAsync(confirmationOf(item));
    raiseAlert({ type: 'success', source: 'Permissions', content: 'Access confirmed', duration: 5 });
  };
  return (
    <ConfirmDialog title="Confirm access?" confirm="Confirm" size="m" onConfirm={confirm} onClose={onClose}>
      <p>
        <strong>{subjectText(item)}</strong> will be able to {capabilitiesText(item)}, once the keys are
        shared.
      </p>
      <p>
        So far only the service says so. Confirm it if you or an admin made this change. If you don’t know of
        it, cancel, and ask your admins.
      </p>
    </ConfirmDialog>
  );
}
