/** The welcome tour that a new organization starts with: what comes first, step by step. */
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import styled from 'styled-components';
import { tourId, tourQuery } from '#src/shared/paths.ts';
import { useActors } from '#src/features/root/index.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { Button } from '#src/ui/Button.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { Muted, Row, Stack } from '#src/ui/layout.ts';
import { steps } from './steps.ts';

const Note = styled.section`
  display: flex;
  gap: ${token.space.m};
  align-items: start;
  justify-content: space-between;
  max-inline-size: 72rem;
  margin-block-end: ${token.space.m};
  padding: ${token.space.m} ${token.space.l};
  color: ${token.color.onPrimarySoft};
  background: ${token.color.primarySoft};
  border: 1px solid ${token.color.border};
  border-inline-start: 4px solid ${token.color.accent};
  border-radius: ${token.radius.m};
`;

const muted = `tour:${tourId}`;

/** Shown where the query asks for it, until it is closed; "Don't show again" is kept like that of alerts. */
export function Tour() {
  const { alerts, muteAlert } = useActors();
  const [query, setQuery] = useSearchParams();
  const { pathname } = useLocation();
  const hidden = useSelector(alerts, (now) => !now.hasTag('known') || now.context.muted.includes(muted));
  const [at, setAt] = useState(0);
  if (pathname !== '/datasets' || query.get(tourQuery) !== tourId || hidden) return null;

  const close = () => {
    query.delete(tourQuery);
    setQuery(query, { replace: true, preventScrollReset: true });
  };
  const never = async () => {
    await muteAlert(muted);
    close();
  };
  const { title, words } = steps[at]!;
  const last = at === steps.length - 1;
  return (
    <Note aria-labelledby="tour">
      <Stack $gap="sm">
        <h2 id="tour">Welcome! Here is the way to your first decrypted row</h2>
        <div aria-live="polite">
          <Muted>
            Step {at + 1} of {steps.length}
          </Muted>
          <p>
            <strong>{title}</strong> {words}
          </p>
        </div>
        <Row>
          {at > 0 && <Button onClick={() => setAt(at - 1)}>Back</Button>}
          <Button kind="primary" onClick={last ? close : () => setAt(at + 1)}>
            {last ? 'Done' : 'Next'}
          </Button>
          <Button kind="quiet" onClick={() => void never()}>
            Don't show again
          </Button>
        </Row>
      </Stack>
      <IconButton icon="close" label="Close the tour" onClick={close} />
    </Note>
  );
}
