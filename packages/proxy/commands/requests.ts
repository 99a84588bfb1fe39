/** `request list`, `fulfill` and `deny`: what people’s devices ask the data owners of a schema for. */
import { paginate } from '@cloakroom/client/paginate.ts';
import { listRequestStatuses } from '@cloakroom/contract/accessLog.ts';
import { fulfillRequest, fulfillRequests } from '@cloakroom/contract/materials.ts';
import { denyRequest, listRequests } from '@cloakroom/contract/requests.ts';
import { isSet, oneArgument, optionalArgument, optionalOption, type Command } from './command.ts';
import { withFingerprint } from './identities.ts';
import { referenceIn, schemaIn, schemaOptions, schemaUsage } from './references.ts';
import { UsageError } from './usageError.ts';

const expand = 'user,identity';

export const requestList: Command = {
  usage: `[${schemaUsage}] [--all]`,
  options: { ...schemaOptions, all: { type: 'boolean' } },
  run: async (session, args) => {
    const { call } = session;
    const isForSchema = optionalOption(args, 'schema') !== undefined;
    const filter = {
      ...(isForSchema && { schema: await schemaIn(session, args) }),
      ...(!isSet(args, 'all') && { shared: 'false' as const }),
    };
    const requests = await paginate((page) => call(listRequests, { query: { ...page, ...filter, expand } }));
    const statuses = new Map((await call(listRequestStatuses, {})).map((one) => [one.request, one]));
    return requests.map((request) => {
      const { identity } = request;
      const { device, access } = statuses.get(request.id) ?? {};
      return {
        ...request,
        identity: typeof identity === 'string' ? identity : withFingerprint(identity),
        ...(device !== undefined && { device, access }),
      };
    });
  },
};

export const requestFulfill: Command = {
  usage: '[<id> [--fingerprint <eight words> or --without-comparing]]',
  options: { fingerprint: { type: 'string' }, 'without-comparing': { type: 'boolean' } },
  run: async ({ call }, args) => {
    const reference = optionalArgument(args, 'request');
    const fingerprint = optionalOption(args, 'fingerprint');
    const withoutComparing = isSet(args, 'without-comparing');
    if (fingerprint !== undefined && withoutComparing)
      throw new UsageError('Give --fingerprint or --without-comparing, not both.');
    if (reference === undefined) {
      if (fingerprint !== undefined || withoutComparing) throw oneAtATime('request');
      return call(fulfillRequests, {});
    }
    const id = referenceIn(reference, 'request');
    const body = {
      ...(fingerprint !== undefined && { fingerprint }),
      ...(withoutComparing && { without_comparing: true as const }),
    };
    return call(fulfillRequest, { params: { id }, body });
  },
};

export const requestDeny: Command = {
  usage: '<id> [--reason <text>]',
  options: { reason: { type: 'string' } },
  run: async ({ call }, args) => {
    const id = referenceIn(oneArgument(args, 'request'), 'request');
    return call(denyRequest, { params: { id }, body: { reason: optionalOption(args, 'reason') ?? '' } });
  },
};

/** Words are compared with the owner of one device. */
export const oneAtATime = (what: string) =>
  new UsageError(`Name the ${what}: one device is compared at a time.`);
