/** Routes of the access log: who may have keys, and the confirmation of unsigned changes. */
import type { FastifyInstance } from 'fastify';
import {
  compareDevice,
  confirmAccess,
  dismissAccessNotice,
  getAccess,
  listRequestStatuses,
  trustAccess,
} from '@cloakroom/contract/accessLog.ts';
import type { Access } from '../accessLog/access.ts';
import { requestStatuses, type RequestStatusDeps } from '../sharing/requestStatuses.ts';
import { callerOf, serve } from './serve.ts';

export function accessLogRoutes(app: FastifyInstance, deps: RequestStatusDeps & { access: Access }): void {
  const { access } = deps;

  serve(app, getAccess, ({ params, request }) => access.view(callerOf(request), params.id));

  serve(app, confirmAccess, ({ params, body, request }) =>
    access.confirm(callerOf(request), params.id, body),
  );

  serve(app, trustAccess, ({ params, body, request }) =>
    access.trust(callerOf(request), params.id, body.words),
  );

  serve(app, compareDevice, ({ params, body, request }) =>
    access.confirmDevice(callerOf(request), params.id, body),
  );

  serve(app, dismissAccessNotice, ({ params, request }) => access.dismiss(callerOf(request), params.id));

  serve(app, listRequestStatuses, ({ request }) => requestStatuses(deps, callerOf(request)));
}
