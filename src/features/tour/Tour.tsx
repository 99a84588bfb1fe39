/** The welcome tour of a new organization, step by step. */
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

/** The steps of the tour, in order. */
const steps = [
  {
    title: 'Create a dataset.',
    text: 'It groups what belongs together: a study, a customer, a year. The card for it is on this page.',
  },
  {
    title: 'Add a schema to it.',
    text: 'It defines the fields of a record and their types. Every number needs a minimum and a maximum, so that it can be searched while it is sealed.',
  },
  {
    title: 'Upload records.',
    text: 'Choose a CSV or JSON file on the schema’s Records tab. Every row is checked first, then sealed on your own machine: only ciphertext leaves it.',
  },
  {
    title: 'Search and decrypt.',
    text: 'Filter the sealed records, then switch to Decrypt. Values stay in this page’s memory only.',
  },
  {
    title: 'Invite others.',
    text: 'On the Permissions tab of a schema you choose who owns its data and who may only search it.',
  },
] as const;

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

const muteId = `tour:${tourId}`;

/** Shown if the query contains the id of the tour. "Don't show again" is stored as for alerts. */
export function Tour() {
  const { alerts, muteAlert } = useActors();
  const [query, setQuery] = useSearchParams();
  const { pathname } = useLocation();
  const hidden = useSelector(alerts, (now) => !now.hasTag('ready') || now.context.muted.includes(muteId));
  const [stepIndex, setStepIndex] = useState(0);
  if (pathname !== '/datasets' || query.get(tourQuery) !== tourId || hidden) return null;

  const close = () => {
    query.delete(tourQuery);
    setQuery(query, { replace: true, preventScrollReset: true });
  };
  const hideForGood = async () => {
    await muteAlert(muteId);
    close();
  };
  const { title, text } = steps[stepIndex]!;
  const isLast = stepIndex === steps.length - 1;
  return (
    <Note aria-labelledby="tour">
      <Stack $gap="sm">
        <h2 id="tour">Welcome! Here is the way to your first decrypted row</h2>
        <div aria-live="polite">
          <Muted>
            Step {stepIndex + 1} of {steps.length}
          </Muted>
          <p>
            <strong>{title}</strong> {text}
          </p>
        </div>
        <Row>
          {stepIndex > 0 && <Button onClick={() => setStepIndex(stepIndex - 1)}>Back</Button>}
          <Button kind="primary" onClick={isLast ? close : () => setStepIndex(stepIndex + 1)}>
            {isLast ? 'Done' : 'Next'}
          </Button>
          <Button kind="quiet" onClick={() => void hideForGood()}>
            Don't show again
          </Button>
        </Row>
      </Stack>
      <IconButton icon="close" label="Close the tour" onClick={close} />
    </Note>
  );
}
