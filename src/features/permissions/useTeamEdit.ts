/** The edit of a schema's teams, for the parts of the screen that show it. */
import { useQueryClient } from '@tanstack/react-query';
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { useActors } from '#src/features/root/index.ts';
import type { teamEditMachine } from '#src/machines/teamEdit/machine.ts';
import type { Task } from '#src/machines/teamEdit/types.ts';
import type { Teams } from '#src/machines/teamEdit/teams.ts';
import { wiredTeamEdit } from '#src/machines/teamEdit/effects.ts';
import { permissionQueries, refreshSharing } from './queries.ts';
import { reportSave, warnNotInTeam } from './messages.ts';
import { teamsOf } from './teamsOf.ts';

export type TeamEditActor = ActorRefFrom<typeof teamEditMachine>;
export type TeamEditState = SnapshotFrom<typeof teamEditMachine>;

/** @param teams - as they were last read; the edit takes them over. */
export function useTeamEdit(task: Task, teams: Teams): { actor: TeamEditActor; state: TeamEditState } {
  const { outbox, raiseAlert, submit, trace } = useActors();
  const client = useQueryClient();
  const { schema } = task;
  const [machine] = useState(() =>
    wiredTeamEdit(async () => {
      const [{ items }, grants] = await Promise.all([
        client.query({ ...permissionQueries.teams(schema), staleTime: 0 }),
        client.query({ ...permissionQueries.grants(schema), staleTime: 0 }),
      ]);
      return teamsOf(items, grants);
    }, submit),
  );
  const actor = useActorRef(machine, { input: task, inspect: trace.inspect });
  useEffect(() => {
    const watches = [
      actor.on('member.missing', () => warnNotInTeam(raiseAlert)),
      actor.on('save.ended', (news) => {
        reportSave(raiseAlert, news);
        void refreshSharing(client, schema);
      }),
    ];
    return () => watches.forEach((watch) => watch.unsubscribe());
  }, [actor, client, raiseAlert, schema]);
  useEffect(() => {
    const watch = outbox.on('change.sent', ({ kind }) => {
      if (kind === 'team-member')
        void client.invalidateQueries({ queryKey: permissionQueries.teams(schema).queryKey });
    });
    return () => watch.unsubscribe();
  }, [client, outbox, schema]);
  useEffect(() => actor.send({ type: 'teams.read', teams }), [actor, teams]);
  return { actor, state: useSelector(actor, (now) => now) };
}

/** A person whose place on a team waits to be given or taken away, or could not be. */
export type Waiting = { team: string; person: string; email: string; added: boolean; failed: boolean };

export function useWaiting(): readonly Waiting[] {
  const { outbox } = useActors();
  const changes = useSelector(outbox, ({ context }) => context.changes);
  return useMemo(
    () =>
      changes.flatMap((change) => {
        if (change.kind !== 'team-member') return [];
        const { team, person, email, added } = change.given;
        return [{ team, person, email, added, failed: change.state === 'failed' }];
      }),
    [changes],
  );
}
