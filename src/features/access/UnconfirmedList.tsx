/** What the service shows beyond what owners have signed, each with the way to confirm it. */
import { useState } from 'react';
import type { Unconfirmed } from '#contract/accessLog.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { Breakable } from '#src/ui/Breakable.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Row } from '#src/ui/layout.ts';
import { ConfirmAccessDialog } from './ConfirmAccessDialog.tsx';
import { Lines } from './look.ts';
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
      <Lines aria-label="Not confirmed">
        {items.map((item) => (
          <li key={nameOf(item)}>
            <Row>
              <Badge tone="warning" icon="warning">
                Unconfirmed
              </Badge>
              <span>
                <strong>
                  <Breakable text={whoOf(item)} />
                </strong>
                : {deedsOf(item)}
              </span>
              <Button
                size="s"
                unavailable={obstacle}
                aria-label={`Confirm ${whoOf(item)}`}
                onClick={() => ask(item)}
              >
                Confirm
              </Button>
            </Row>
          </li>
        ))}
      </Lines>
      {asked && <ConfirmAccessDialog schema={schema} item={asked} onClose={() => ask(undefined)} />}
    </>
  );
}
