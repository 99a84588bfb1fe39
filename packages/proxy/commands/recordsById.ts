/** `record get` and `record delete`: records that are named by their ids or URLs. */
import { deleteRecords, getRecord } from '@cloakroom/contract/records.ts';
import { isSet, oneArgument, requireYes, severalArguments, type Command } from './command.ts';
import { decrypt } from './records.ts';
import { referenceIn } from './references.ts';

export const recordGet: Command = {
  usage: '<id> [--decrypt]',
  options: { decrypt: { type: 'boolean' } },
  run: async (session, args) => {
    const id = referenceIn(oneArgument(args, 'record'), 'record');
    const record = await session.call(getRecord, { params: { id } });
    if (!isSet(args, 'decrypt')) return record;
    const [opened] = await decrypt(session, [record]);
    return opened;
  },
};

export const recordDelete: Command = {
  usage: '<id> … --yes',
  options: { yes: { type: 'boolean' } },
  run: async ({ call }, args) => {
    const ids = severalArguments(args, 'record').map((reference) => referenceIn(reference, 'record'));
    const what = ids.length === 1 ? 'this record' : `these ${ids.length} records`;
    requireYes(args, `This deletes ${what} for everyone and can’t be undone.`);
    await call(deleteRecords, { query: { id: ids } });
    return { ids, deleted: ids.length };
  },
};
