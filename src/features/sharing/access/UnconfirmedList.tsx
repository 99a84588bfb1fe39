/** Access that the service shows but no owner has signed, with buttons to confirm it. */
import { useState } from 'react';
import type { Unconfirmed } from '@cloakroom/contract/accessLog.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { BreakableText } from '#src/ui/BreakableText.tsx';
import { Button } from '#src/ui/Button.tsx';
import { PlainList, Row, Stack } from '#src/ui/layout.ts';
import { ConfirmAccessDialog } from './ConfirmAccessDialog.tsx';
import { AccessRow } from './styles.ts';
import { capabilitiesText, subjectName, subjectText } from './messages.ts';

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
