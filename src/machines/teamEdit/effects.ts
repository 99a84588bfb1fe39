/** Gives the team edit its hands: what can wait goes through the outbox, what can't is answered now. */
import { fromPromise } from 'xstate';
import { reservedName } from '@cloakroom/contract/fields.ts';
import { patchGrant } from '@cloakroom/contract/grants.ts';
import { rotateKeys } from '@cloakroom/contract/schemas.ts';
import { call } from '#src/api/call.ts';
import { untilAnswered } from '#src/api/untilAnswered.ts';
import { submit } from '../outbox/effects.ts';
import type { Change, Task } from './types.ts';
import { teamEditMachine } from './machine.ts';
import type { Teams } from './teams.ts';

async function send({ schema, organization }: Task, change: Change): Promise<'sent' | 'waiting'> {
  const { team } = change;
  if (change.kind !== 'fields') {
    const { kind, person } = change;
    return submit('team-member', {
      organization,
      team: team.id,
      team_name: team.name,
      person: person.id,
      email: person.email,
      added: kind === 'added',
    });
  }
  // The key that searches belongs to every data requester.
  const names = [reservedName, ...change.fields].map((name) => [name, true] as const);
  const given = {
    params: { id: schema, grantId: change.team.grant },
    body: { field_names: Object.fromEntries(names) },
    repeatKey: crypto.randomUUID(),
  };
  await untilAnswered(() => call(patchGrant, given));
  return 'sent';
}

/** The team edit machine, wired. @param read - gives the teams as the service has them now. */
export const wiredTeamEdit = (read: () => Promise<Teams>) =>
  teamEditMachine.provide({
    actors: {
      read: fromPromise(read),
      carryOut: fromPromise(({ input: { task, change } }) => send(task, change)),
      renewKeys: fromPromise(({ input }) => call(rotateKeys, { params: { id: input.schema } })),
    },
  });
