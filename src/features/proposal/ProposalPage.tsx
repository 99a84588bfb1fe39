/** /upload-file */
import { useQueryClient } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { useDeferredValue, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { datasetQueries } from '#src/features/datasets/index.ts';
import { useActors } from '#src/features/root/index.ts';
import { schemaQueries } from '#src/features/schemas/index.ts';
import { useSession } from '#src/features/session/index.ts';
import { formatBytes } from '#src/shared/format/counts.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Card } from '#src/ui/Card.tsx';
import { Page } from '#src/ui/Page.tsx';
import { Progress } from '#src/ui/Progress.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { FileDrop } from './FileDrop.tsx';
import { failureTitles } from './messages.ts';
import { ProposalForm } from './ProposalForm.tsx';

export function ProposalPage() {
  const { proposal } = useActors();
  const { organization } = useSession();
  const state = useSelector(proposal, (snapshot) => snapshot);
  useStoredDraft(organization.id);
  useOpenRecords();
  const { context } = state;
  const isProposed = state.matches('editing') || state.matches('creating');
  // The form of many fields is rendered in pieces, which avoids a long task.
  const isFormDue = useDeferredValue(isProposed, false) && isProposed;
  return (
    <Page
      wide
      title="Upload a File"
      context={organization.name}
      subtitle={
        isProposed
          ? 'The fields below were proposed from the file. Change what you like, then create and upload in one step.'
          : 'Fields are proposed from the file. You change what you like, then create and upload in one step.'
      }
    >
      {state.matches('unreadable') && context.failure && (
        <Banner tone="error" title={failureTitles[context.failure.step]}>
          {context.failure.failure.message}
        </Banner>
      )}
      {/* The same element before and after the draft is loaded: if it were replaced, a file selected in it would be lost. */}
      {waitsForFile(state) && (
        <FileDrop
          place={context.place ?? { organization: organization.id, dataset: null }}
          title={isProposed ? lostFileTitle : undefined}
        />
      )}
      {isFormDue ? (
        <ProposalForm context={context} isBusy={state.hasTag('busy')} />
      ) : (
        <Reading state={state} />
      )}
    </Page>
  );
}

const lostFileTitle = 'Your edits were kept, but the file was not stored. Select it again';

type ProposalState = ReturnType<ReturnType<typeof useActors>['proposal']['getSnapshot']>;

/** Whether there is no file, and none is being read. There may be a draft, or one may be loading. */
const waitsForFile = (state: ProposalState): boolean =>
  state.matches('none') ||
  state.matches('loading') ||
  state.matches('empty') ||
  state.matches('unreadable') ||
  (state.matches('editing') && !(state.context.file && state.context.read));

/** The page while the file is read, and until the form is due. */
function Reading({ state }: { state: ProposalState }) {
  const { proposal } = useActors();
  const { context } = state;
  if (state.matches('reading') || state.matches('rereading')) {
    const { name = '', size = 0 } = context.source ?? {};
    return (
      <Card as="section" aria-label="Reading the file">
        <p>
          Reading {name} ({formatBytes(size)})…
        </p>
        <Progress label={`Reading ${name}`} value={context.progress} text={`${context.progress} %`} />
        <div>
          <Button
            onClick={() =>
              proposal.send({ type: state.matches('reading') ? 'proposal.closed' : 'reading.cancelled' })
            }
          >
            Cancel
          </Button>
        </div>
      </Card>
    );
  }
  return waitsForFile(state) ? null : <Skeleton label="Loading" lines={6} />;
}

/** Loads the stored draft if there is no file, for example after a reload. */
function useStoredDraft(organization: string): void {
  const { proposal } = useActors();
  useEffect(() => {
    const { place } = proposal.getSnapshot().context;
    if (place && place.organization !== organization) proposal.send({ type: 'organization.left' });
    if (proposal.getSnapshot().matches('none')) proposal.send({ type: 'draft.wanted', organization });
  }, [organization, proposal]);
}

/** Opens the records once their upload has begun. */
function useOpenRecords(): void {
  const { proposal } = useActors();
  const client = useQueryClient();
  const navigate = useNavigate();
  const path = useSelector(proposal, ({ context }) => context.path);
  useEffect(() => {
    if (path === null) return;
    void client.invalidateQueries({ queryKey: datasetQueries.all });
    void client.invalidateQueries({ queryKey: schemaQueries.all });
    void navigate(path, { replace: true });
    proposal.send({ type: 'proposal.closed' });
  }, [client, navigate, path, proposal]);
}
