/** What the service shows beyond what owners have signed, each with the way to confirm it. */
import { useState } from 'react';
import type { Unconfirmed } from '@cloakroom/contract/accessLog.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { Breakable } from '#src/ui/Breakable.tsx';
import { Button } from '#src/ui/Button.tsx';
import { PlainList, Row, Stack } from '#src/ui/layout.ts';
import { ConfirmAccessDialog } from './ConfirmAccessDialog.tsx';
import { Line } from './look.ts';
import { deedsOf, nameOf, whoOf } from './words.ts';

type UnconfirmedListProps = {
  schema: string;
  items: readonly Unconfirmed[];
  /** Why the caller can't confirm anything. */
  obstacle: string | undefined;
};

export function UnconfirmedList({ schema, items, obstacle }: UnconfirmedListProps) {
  const [asked, ask] = useState<Unconfirmed>();
  return (
    <>
      <PlainList aria-label="Not confirmed">
        {items.map((item) => (
          <Line key={nameOf(item)}>
            <Stack $gap="xs">
              <Row>
                <strong>
                  <Breakable text={whoOf(item)} />
                </strong>
                <Badge tone="warning" icon="warning">
                  Unconfirmed
                </Badge>
              </Row>
              <span>Could {deedsOf(item)}.</span>
            </Stack>
            <Button
              size="s"
              unavailable={obstacle}
              aria-label={`Confirm ${whoOf(item)}`}
              onClick={() => ask(item)}
            >
              Confirm
            </Button>
          </Line>
        ))}
      </PlainList>
      {asked && <ConfirmAccessDialog schema={schema} item={asked} onClose={() => ask(undefined)} />}
    </>
  );
}
