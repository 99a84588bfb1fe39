/** `upload list` and `upload delete`: what was stored of each upload, and the deletion of one as a whole. */
import { setTimeout as after } from 'node:timers/promises';
import { paginate } from '@cloakroom/client/paginate.ts';
import { deleteUpload, getUpload, listUploads } from '@cloakroom/contract/uploads.ts';
import { requiredOption, oneArgument, type Command } from './command.ts';
import { UsageError } from './usageError.ts';

/** Milliseconds between two questions how far the deletion is. */
const pollIntervalMs = 250;
const schemaOption = { schema: { type: 'string' } } as const;

export const uploadList: Command = {
  usage: '--schema <id>',
  options: schemaOption,
  run: ({ call }, given) => {
    const schema = requiredOption(given, 'schema');
    return paginate((page) => call(listUploads, { query: { ...page, schema } }));
  },
};

export const uploadDelete: Command = {
  usage: '<id> --schema <id> --yes',
  options: { ...schemaOption, yes: { type: 'boolean' } },
  run: async ({ call }, given) => {
    const [id, schema] = [oneArgument(given, 'upload'), requiredOption(given, 'schema')];
    const target = { params: { id }, query: { schema } };
    const { records } = await call(getUpload, target);
    if (given.options.yes === undefined)
      throw new UsageError(
        `This deletes ${records} records for everyone and can’t be undone. Add --yes to delete them.`,
      );
    await call(deleteUpload, target);
    // The records are gone from every answer; the service still deletes their rows.
    while ((await call(getUpload, target)).removing > 0) await after(pollIntervalMs);
    return { id, deleted: records };
  },
};
