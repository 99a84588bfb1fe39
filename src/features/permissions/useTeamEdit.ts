/** Starts the team edit of a schema and connects it to alerts, queries and the outbox. */
import { useQueryClient } from '@tanstack/react-query';
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { useActors } from '#src/features/root/index.ts';
import type { teamEditMachine } from '#src/machines/teamEdit/machine.ts';
import type { TeamEditInput } from '#src/machines/teamEdit/types.ts';
import type { Teams } from '#src/machines/teamEdit/teams.ts';
import { createTeamEditMachine } from '#src/machines/teamEdit/effects.ts';
import { permissionQueries, refreshSharing } from './queries.ts';
import { reportSave, warnNotInTeam } from './messages.ts';
import { teamsOf } from './teamsOf.ts';

export type TeamEditActor = ActorRefFrom<typeof teamEditMachine>;
export type TeamEditState = SnapshotFrom<typeof teamEditMachine>;

/** @param teams - the fetched teams; sent to the edit whenever they change. */
export function useTeamEdit(
  task: TeamEditInput,
  teams: Teams,
): { actor: TeamEditActor; state: TeamEditState } {
  const { outbox, raiseAlert, submit, trace } = useActors();
  const client = useQueryClient();
  const { schema } = task;
  const [machine] = useState(() =>
    createTeamEditMachine(async () => {
      const [{ items }, grants] = await Promise.all([
        client.query({ ...permissionQueries.teams(schema), staleTime: 0 }),
        client.query({ ...permissionQueries.grants(schema), staleTime: 0 }),
      ]);
      return teamsOf(items, grants);
    }, submit),
  );
  const actor = useActorRef(machine, { input: task, inspect: trace.inspect });
  useEffect(() => {
    const subscriptions = [
      actor.on('member.missing', () => warnNotInTeam(raiseAlert)),
      actor.on('save.ended', (outcome) => {
        reportSave(raiseAlert, outcome);
        void refreshSharing(client, schema);
      }),
    ];
    return () => subscriptions.forEach((subscription) => subscription.unsubscribe());
  }, [actor, client, raiseAlert, schema]);
  useEffect(() => {
    const subscription = outbox.on('change.sent', ({ kind }) => {
      if (kind === 'team-member')
        void client.invalidateQueries({ queryKey: permissionQueries.teams(schema).queryKey });
    });
    return () => subscription.unsubscribe();
  }, [client, outbox, schema]);
  useEffect(() => actor.send({ type: 'teams.read', teams }), [actor, teams]);
  return { actor, state: useSelector(actor, (snapshot) => snapshot) };
}

/** An addition or removal of a member that is queued in the outbox, or has failed. */
export type QueuedMembership = {
  team: string;
  person: string;
  email: string;
  added: boolean;
  failed: boolean;
};

export function useQueuedMemberships(): readonly QueuedMembership[] {
  const { outbox } = useActors();
  const changes = useSelector(outbox, ({ context }) => context.changes);
  return useMemo(
    () =>
      changes.flatMap((change) => {
        if (change.kind !== 'team-member') return [];
        const { team, person, email, added } = change.payload;
        return [{ team, person, email, added, failed: change.state === 'failed' }];
      }),
    [changes],
  );
}
