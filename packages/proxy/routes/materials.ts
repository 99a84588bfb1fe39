/** Keys handed on and received: sealed, opened and checked here, for only this person's keyring can. */
import type { FastifyInstance } from 'fastify';
import {
  fulfillRequest,
  fulfillRequests,
  receiveMaterial,
  receiveMaterials,
} from '@cloakroom/contract/materials.ts';
import { fulfilAll, fulfilOne } from '../sharing/fulfil.ts';
import { askForMissing } from '../sharing/missing.ts';
import { receiveAll, receiveOne, type ReceivingDeps } from '../sharing/receive.ts';
import { callerOf, serve } from './access.ts';

export function materialRoutes(app: FastifyInstance, deps: ReceivingDeps): void {
  serve(app, fulfillRequests, ({ request }) => fulfilAll(deps, callerOf(request)));

  serve(app, fulfillRequest, ({ params, body, request }) =>
    fulfilOne(deps, callerOf(request), params.id, {
      compared: body?.fingerprint,
      withoutComparing: body?.without_comparing,
    }),
  );

  serve(app, receiveMaterials, async ({ request }) => {
    const caller = callerOf(request);
    const received = await receiveAll(deps, caller);
    await askForMissing(deps.upstream, await deps.openKeyring(caller), caller);
    return received;
  });

  serve(app, receiveMaterial, ({ params, body, request }) =>
    receiveOne(deps, callerOf(request), params.id, body?.fingerprint),
  );
}
