/** `upload list` and `upload delete`. */
import { setTimeout as sleep } from 'node:timers/promises';
import { paginate } from '@cloakroom/client/paginate.ts';
import { deleteUpload, getUpload, listUploads } from '@cloakroom/contract/uploads.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { oneArgument, requireYes, type Command } from './command.ts';
import { schemaIn, schemaOptions, schemaUsage } from './references.ts';

/** How often the progress of a deletion is polled. */
const pollIntervalMs = 250;

export const uploadList: Command = {
  usage: schemaUsage,
  options: schemaOptions,
  run: async (session, args) => {
    const schema = await schemaIn(session, args);
    return paginate((page) => session.call(listUploads, { query: { ...page, schema } }));
  },
};

export const uploadDelete: Command = {
  usage: `<id> ${schemaUsage} --yes`,
  options: { ...schemaOptions, yes: { type: 'boolean' } },
  run: async (session, args) => {
    const { call } = session;
    const [id, schema] = [idIn(oneArgument(args, 'upload')), await schemaIn(session, args)];
    const target = { params: { id }, query: { schema } };
    const { records } = await call(getUpload, target);
    requireYes(args, `This deletes ${records} records for everyone and can’t be undone.`);
    await call(deleteUpload, target);
    // The records are no longer in any answer, but the service is still deleting their rows.
    while ((await call(getUpload, target)).removing > 0) await sleep(pollIntervalMs);
    return { id, deleted: records };
  },
};
