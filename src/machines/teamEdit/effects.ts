/** Effects of the team edit: memberships go through the outbox, changes of grants are sent directly. */
import { fromPromise } from 'xstate';
import { queryKeyName } from '@cloakroom/contract/fields.ts';
import { changeGrant, patchGrant } from '@cloakroom/contract/grants.ts';
import { rotateKeys } from '@cloakroom/contract/schemas.ts';
import { call } from '#src/shared/http/call.ts';
import { retryTransient } from '#src/shared/http/retry.ts';
import type { OutboxCommands } from '../outbox/effects.ts';
import type { Change, TeamEditInput } from './types.ts';
import { teamEditMachine } from './machine.ts';
import type { Teams } from './teams.ts';

type Submit = OutboxCommands['submit'];

async function send(
  { schema, organization }: TeamEditInput,
  change: Change,
  submit: Submit,
): Promise<'sent' | 'queued'> {
  const { team } = change;
  if ('person' in change) {
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
  const idempotencyKey = crypto.randomUUID();
  if (change.kind === 'upload') {
    const grantChange = { params: { id: change.team.grant }, body: { can_create_records: change.upload } };
    await retryTransient(() => call(changeGrant, { ...grantChange, idempotencyKey }));
    return 'sent';
  }
  // Every team has the query key.
  const names = [queryKeyName, ...change.fields].map((name) => [name, true] as const);
  const options = {
    params: { id: schema, grantId: change.team.grant },
    body: { field_names: Object.fromEntries(names) },
    idempotencyKey,
  };
  await retryTransient(() => call(patchGrant, options));
  return 'sent';
}

/**
 * Creates the team edit machine with its effects.
 * @param readTeams - reads the current teams from the service.
 * @param submit - puts a change into the outbox.
 */
export const createTeamEditMachine = (readTeams: () => Promise<Teams>, submit: Submit) =>
  teamEditMachine.provide({
    actors: {
      readTeams: fromPromise(readTeams),
      submitChange: fromPromise(({ input: { edit, change } }) => send(edit, change, submit)),
      renewKeys: fromPromise(({ input }) => call(rotateKeys, { params: { id: input.schema } })),
    },
  });
