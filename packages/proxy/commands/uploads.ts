/** `upload list` and `upload delete`. */
import { setTimeout as sleep } from 'node:timers/promises';
import { paginate } from '@cloakroom/client/paginate.ts';
import { deleteUpload, getUpload, listUploads } from '@cloakroom/contract/uploads.ts';
import { requiredOption, oneArgument, type Command } from './command.ts';
import { UsageError } from './usageError.ts';

/** How often the progress of a deletion is polled. */
const pollIntervalMs = 250;
const schemaOption = { schema: { type: 'string' } } as const;

export const uploadList: Command = {
  usage: '--schema <id>',
  options: schemaOption,
  run: ({ call }, args) => {
    const schema = requiredOption(args, 'schema');
    return paginate((page) => call(listUploads, { query: { ...page, schema } }));
  },
};

export const uploadDelete: Command = {
  usage: '<id> --schema <id> --yes',
  options: { ...schemaOption, yes: { type: 'boolean' } },
  run: async ({ call }, args) => {
    const [id, schema] = [oneArgument(args, 'upload'), requiredOption(args, 'schema')];
    const target = { params: { id }, query: { schema } };
    const { records } = await call(getUpload, target);
    if (args.options.yes === undefined)
      throw new UsageError(
        `This deletes ${records} records for everyone and can’t be undone. Add --yes to delete them.`,
      );
    await call(deleteUpload, target);
    // The records are no longer in any answer, but the service is still deleting their rows.
    while ((await call(getUpload, target)).removing > 0) await sleep(pollIntervalMs);
    return { id, deleted: records };
  },
};
