/** Builds the Fastify app of the service from its dependencies. */
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import fastifyCookie from '@fastify/cookie';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { contractVersion } from '@cloakroom/contract/version.ts';
import {
  acceptBodies,
  answerClientError,
  headersTimeoutOptions,
  requestTimeoutMs,
} from '@cloakroom/server-kit/bodies.ts';
import { serveConsole } from '@cloakroom/server-kit/console.ts';
import { integrationsOf, sourcesOf } from '@cloakroom/contract/integrations.ts';
import { logCalls, logOptions } from '@cloakroom/server-kit/log.ts';
import { answerFrameworkError, problemHandler } from '@cloakroom/server-kit/problemHandler.ts';
import { usePublicUrl } from '@cloakroom/server-kit/publicUrls.ts';
import { securityHeaders } from '@cloakroom/server-kit/securityHeaders.ts';
import { useZodSchemas } from '@cloakroom/server-kit/serve.ts';
import type { Config } from './config.ts';
import type { Database } from './db/client.ts';
import { databaseProblem } from './db/databaseProblem.ts';
import type { ReadImmutable } from './db/replica.ts';
import type { Deps } from './deps.ts';
import { apiTokenRoutes } from './modules/apiTokens/routes.ts';
import { accessLogRoutes } from './modules/accessLog/routes.ts';
import { createPasswords, type Passwords } from './modules/accounts/passwords.ts';
import { googleRoutes } from './modules/accounts/googleRoutes.ts';
import { accountRoutes } from './modules/accounts/routes.ts';
import { sessionRoutes } from './modules/accounts/sessionRoutes.ts';
import { countAccesses } from './modules/audit/accesses.ts';
import { exportRoutes, auditRoutes } from './modules/audit/routes.ts';
import { billingRoutes } from './modules/billing/routes.ts';
import { datasetRoutes } from './modules/datasets/routes.ts';
import { identityRoutes } from './modules/identities/routes.ts';
import type { Mail } from './modules/mail/mail.ts';
import { outboxRoutes } from './modules/mail/outboxRoutes.ts';
import { materialRoutes } from './modules/materials/routes.ts';
import { invitationRoutes } from './modules/organizations/invitationRoutes.ts';
import { ownInvitationRoutes } from './modules/organizations/ownInvitations.ts';
import { organizationRoutes } from './modules/organizations/routes.ts';
import { recordRoutes } from './modules/records/routes.ts';
import { requestRoutes } from './modules/requests/routes.ts';
import { schemaRemovalRoutes } from './modules/schemaRemovals/routes.ts';
import { savedViewRoutes } from './modules/savedViews/routes.ts';
import { schemaRoutes } from './modules/schemas/routes.ts';
import { removeInBackground } from './modules/segments/removals.ts';
import { segmentRoutes } from './modules/segments/routes.ts';
import { serviceAccountRoutes } from './modules/serviceAccounts/routes.ts';
import { sessionListRoutes } from './modules/sessions/routes.ts';
import { statusRoutes } from './modules/status/routes.ts';
import { grantRoutes } from './modules/teams/grantRoutes.ts';
import { teamLifecycleRoutes } from './modules/teams/lifecycle.ts';
import { teamRoutes } from './modules/teams/routes.ts';
import { uploadRoutes } from './modules/uploads/routes.ts';
import { userRoutes } from './modules/users/routes.ts';
import { authentication } from './plugins/authentication.ts';
import { decorateClient } from './plugins/client.ts';
import { openapi, refuseProxyCalls } from './plugins/openapi.ts';
import { deleteUnknownFailures } from './modules/audit/account.ts';
import { deleteExpiredAnswers } from './plugins/idempotency.ts';
import { deleteExpiredSessions } from './plugins/session.ts';
import { deleteOldAttempts } from './plugins/rateLimit.ts';
import { maintainObjects } from './store/maintenance.ts';
import { openSegmentStore } from './store/openStore.ts';

const modules = [
  statusRoutes,
  sessionRoutes,
  sessionListRoutes,
  apiTokenRoutes,
  googleRoutes,
  accountRoutes,
  userRoutes,
  organizationRoutes,
  serviceAccountRoutes,
  invitationRoutes,
  ownInvitationRoutes,
  auditRoutes,
  exportRoutes,
  billingRoutes,
  datasetRoutes,
  schemaRoutes,
  schemaRemovalRoutes,
  savedViewRoutes,
  teamRoutes,
  teamLifecycleRoutes,
  grantRoutes,
  accessLogRoutes,
  segmentRoutes,
  uploadRoutes,
  recordRoutes,
  identityRoutes,
  requestRoutes,
  materialRoutes,
  outboxRoutes,
];

/** The limit of all bodies except those of segments. */
const maxBodyBytes = 1_048_576;

/** Builds the service. It does not listen yet; `app.inject` works. */
export async function buildService(input: {
  database: Database;
  config: Config;
  mail: Mail;
  passwords?: Passwords;
  clock?: () => number;
  readImmutable?: ReadImmutable;
}): Promise<FastifyInstance> {
  const { config } = input;
  const app = fastify({
    bodyLimit: maxBodyBytes,
    logger: logOptions(config.LOG_LEVEL, config.LOG_FILE),
    // `logCalls` writes one line per call instead of two.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    frameworkErrors: answerFrameworkError,
    // The longest path parameter is an e-mail address.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 320 },
    requestTimeout: requestTimeoutMs,
    http: headersTimeoutOptions,
    clientErrorHandler: answerClientError,
  });
  const { store, stores } = await openSegmentStore(input.database, config.STORE_URL, {
    cacheBytes: config.STORE_MEMORY * 2 ** 20,
    readImmutable: input.readImmutable,
    reportReadOnly: (sentence) => app.log.warn(sentence),
  });
  maintainObjects(app, input.database, stores, config.STORE_RETENTION * 3_600_000);
  const deps: Deps = {
    passwords: createPasswords(),
    clock: Date.now,
    readImmutable: (read) => read(input.database),
    removeScheduled: removeInBackground(app, input.database),
    store,
    ...input,
  };
  useZodSchemas(app);
  problemHandler(app, databaseProblem);
  usePublicUrl(app, config.publicUrl);
  logCalls(app);
  decorateClient(app, config);
  const https = config.PUBLIC_URL.startsWith('https:');
  await securityHeaders(app, { https: ({ client }) => https || client.https });
  app.addHook('onRequest', async (_request, reply) => void reply.header('X-Api-Version', contractVersion));
  await app.register(fastifyCookie);
  authentication(app, deps);
  acceptBodies(app);
  openapi(app);
  countAccesses(app, deps);
  for (const routes of modules) routes(app, deps);
  refuseProxyCalls(app);
  await serveConsole(app, {
    consoleDir: resolve(config.CONSOLE_DIR),
    integrations: sourcesOf(integrationsOf(config)),
    serviceWorker: config.SERVICE_WORKER === 'on',
  });
  housekeeping(app, deps);
  return app;
}

const sweepIntervalMs = 3_600_000;

/** Sweeps every hour while the app runs. */
function housekeeping(app: FastifyInstance, deps: Deps): void {
  const sweep = () =>
    Promise.all([
      deleteExpiredSessions(deps),
      deleteOldAttempts(deps),
      deleteExpiredAnswers(deps),
      deleteUnknownFailures(deps.database, deps.clock()),
    ]).catch((error: unknown) => app.log.error({ err: error }, 'housekeeping failed'));
  const timer = setInterval(sweep, sweepIntervalMs);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
