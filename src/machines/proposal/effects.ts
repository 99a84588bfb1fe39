/** Effects of a proposal: its steps, the session, and the stored draft. */
import { fromCallback, fromPromise, type ActorRefFrom, type AnyActorRef } from 'xstate';
import { Failure } from '#src/shared/failure.ts';
import type { FileChoices } from '#src/shared/proposedFile.ts';
import { localCache } from '#src/shared/storage/localCache.ts';
import type { SessionActor } from '../session/effects.ts';
import type { UploadsActor } from '../uploads/effects.ts';
import { withoutValues } from './fields.ts';
import { proposalMachine } from './machine.ts';
import { draftKey, draftOf, type ProposalEvent } from './types.ts';

export type ProposalActor = ActorRefFrom<typeof proposalMachine>;

const saveDelayMs = 500;

type ReadInput = { file: File; choices: FileChoices };

/** Creates the proposal machine of a page with its effects. */
export function createProposalMachine() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return proposalMachine.provide({
    actors: {
      readFile: fromCallback<ProposalEvent, ReadInput>(({ input: { file, choices }, sendBack }) => {
        const abort = new AbortController();
        const send = (event: ProposalEvent) => {
          if (!abort.signal.aborted) sendBack(event);
        };
        const onRead = (bytes: number, size: number) =>
          send({ type: 'read.advanced', percent: Math.min(100, Math.floor((100 * bytes) / size)) });
        const read = async () => {
          const { readFile } = await import('./lazyEffects.ts');
          const { proposed, draft } = await readFile(file, choices, { onRead, signal: abort.signal });
          send({ type: 'read.completed', proposed, choices, draft });
        };
        read().catch((thrown: unknown) => send({ type: 'read.failed', failure: Failure.from(thrown) }));
        return () => abort.abort();
      }),
      loadDraft: fromPromise(async () => (await import('./lazyEffects.ts')).storedDraft()),
      createDataset: fromPromise(async ({ input }) =>
        (await import('./lazyEffects.ts')).createOwnDataset(input),
      ),
      createSchema: fromPromise(async ({ input }) =>
        (await import('./lazyEffects.ts')).createOwnSchema(input),
      ),
      beginUpload: fromPromise(async ({ input, system, signal }) =>
        (await import('./lazyEffects.ts')).beginUpload(input, system.get('uploads') as UploadsActor, signal),
      ),
      watchSession: fromCallback<ProposalEvent>(({ sendBack, system }) => {
        const session = system.get('session') as SessionActor;
        const subscription = session.subscribe((state) => {
          if (state.matches('signingOut') || state.hasTag('ended')) sendBack({ type: 'user.signedOut' });
        });
        return () => subscription.unsubscribe();
      }),
    },
    actions: {
      saveDraft: ({ self }: { self: AnyActorRef }) => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          const { context } = (self as ProposalActor).getSnapshot();
          if (!context.place || context.createdSchema) return;
          const draft = draftOf({ ...context, fields: withoutValues(context.fields) }, context.place);
          void localCache.put(draftKey, draft);
        }, saveDelayMs);
      },
      deleteDraft: () => {
        clearTimeout(timer);
        void localCache.remove(draftKey);
      },
    },
  });
}
