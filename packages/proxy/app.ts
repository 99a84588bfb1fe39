/** The proxy as one value: everything it serves, nothing it needs from the environment. */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { acceptBodies, answerBroken } from '@cloakroom/server-kit/bodies.ts';
import { serveConsole } from '@cloakroom/server-kit/console.ts';
import { logCalls, logOptions } from '@cloakroom/server-kit/log.ts';
import type { Report } from '@cloakroom/server-kit/mirroredFile.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { answerUnreadable, problemHandler } from '@cloakroom/server-kit/problemHandler.ts';
import { securityHeaders } from '@cloakroom/server-kit/securityHeaders.ts';
import { storageProblem } from '@cloakroom/server-kit/storageError.ts';
import type { Config } from './config.ts';
import { Access } from './accessLog/access.ts';
import { AccessLogs } from './accessLog/accessLogs.ts';
import { SeenLogs } from './accessLog/seenLogs.ts';
import { CredentialWaiter } from './credentials.ts';
import { FieldsTaken, Tampered } from '@cloakroom/sealed-index/crypto/tampered.ts';
import { definitionDigest } from './definitions/digest.ts';
import { KnownDefinitions } from './definitions/knownDefinitions.ts';
import { Histories } from './epochs/histories.ts';
import { KnownOwners } from './epochs/knownOwners.ts';
import { Restored } from './epochs/restored.ts';
import { FilterRefused } from '@cloakroom/sealed-index/filters.ts';
import { IndexRefused } from '@cloakroom/sealed-index/refused.ts';
import { KeyringError } from './keyring/keyringError.ts';
import type { Keyrings } from './keyring/keyrings.ts';
import { runCompaction } from './compaction/runCompaction.ts';
import { Compactor } from './compaction/compactor.ts';
import { openRestoring } from './keyring/restoring/restore.ts';
import { Rebuilder } from './compaction/rebuilder.ts';
import { accessLogRoutes } from './routes/accessLog.ts';
import { deletionRoutes } from './routes/deletion.ts';
import { canonicalUrl } from './routes/canonicalUrl.ts';
import { forwarder, forwardRoutes } from './routes/forward.ts';
import { guard } from './routes/guard.ts';
import { identityRoutes } from './routes/identities.ts';
import { jobRoutes } from './routes/jobs.ts';
import { acceptSockets, jobSocket } from './routes/jobSocket.ts';
import { keyringRoutes } from './routes/keyring.ts';
import { materialRoutes } from './routes/materials.ts';
import { overrideRoutes } from './routes/overrides.ts';
import { recordRoutes } from './routes/records.ts';
import { restoredRoutes } from './routes/restored.ts';
import { schemaChangeRoute } from './routes/schemaChange.ts';
import { schemaRoutes } from './routes/schemas.ts';
import { searchRoutes } from './routes/search.ts';
import { answersAreData } from './routes/serviceAnswer.ts';
import { signInRoutes } from './routes/signIn.ts';
import { statusRoutes } from './routes/status.ts';
import { teamRoutes } from './routes/teams.ts';
import { uploadRoutes } from './routes/uploads.ts';
import { openSchemas, type OpenKeyring } from './schemas.ts';
import { Handles } from './search/handles.ts';
import { KeysChanged } from './search/manifestRefusals.ts';
import { openManifests, questionOf } from './search/manifests.ts';
import { Searches } from './search/searches.ts';
import { KeyringAccess } from './sessions/keyringAccess.ts';
import { Sessions } from './sessions/sessions.ts';
import { Jobs } from './upload/jobs.ts';
import { Spool } from './upload/spool.ts';
import { UploadedFiles } from './upload/uploadedFiles.ts';
import { openUpstream } from './upstream.ts';
import { openCallers, type Asker } from './callers.ts';

export type ProxyDeps = {
  config: Pick<
    Config,
    'upstream' | 'dataDir' | 'indexMemory' | 'consoleDir' | 'serviceWorker' | 'logLevel' | 'integrations'
  >;
  keyrings: Keyrings;
  /** Takes what a person is to know of files that are damaged or can't be used, in sentences. The log has them too. */
  report?: Report;
};

/**
 * How long a request's headers may take, and how often that is looked at, in milliseconds. Senders are on this machine: where
 * headers seem late, the proxy itself has stood still.
 */
const headerTimeouts = { headersTimeout: 15_000, connectionsCheckingInterval: 1_000 };

/** Build the proxy and let the jobs of its last run go on. It listens nowhere yet. */
export async function buildProxy({
  config,
  keyrings,
  report = () => undefined,
}: ProxyDeps): Promise<FastifyInstance> {
  const app = fastify({
    logger: logOptions(config.logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    frameworkErrors: answerUnreadable,
    forceCloseConnections: true,
    rewriteUrl: ({ url = '/' }) => canonicalUrl(url) ?? url,
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 320 },
    // No time limit on silent sockets: one may wait for work that is done here. Bodies are watched as they arrive.
    requestTimeout: 0,
    http: headerTimeouts,
    clientErrorHandler: answerBroken,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  problemHandler(app, translate);
  await acceptSockets(app);
  app.addHook('onRequest', async (request) => guard(request));
  app.addHook('preSerialization', withPhrase);
  logCalls(app);
  await securityHeaders(app, { https: false });
  answersAreData(app);
  acceptBodies(app);

  const reportAll = (sentence: string) => {
    app.log.warn(sentence);
    report(sentence);
  };
  const upstream = openUpstream(config.upstream);
  const waiter = new CredentialWaiter();
  const sessions = new Sessions(config.dataDir, reportAll);
  await sessions.load();
  const access = new KeyringAccess({ sessions, keyrings, verifiers: keyrings.verifiers });
  const restoring = openRestoring({
    keyrings,
    upstream,
    beforeMaking: (asker) => access.admit(asker),
  });
  /** For the jobs of people who opened their keyring when they began them. None is made. */
  const openForJob: OpenKeyring = ({ user }) => keyrings.forUser(user).catch(translated);
  const openKeyring: OpenKeyring = async ({ user, credentials }) => {
    if (!credentials) return openForJob({ user });
    const isThere = (await keyrings.presence(user)) !== 'none';
    if (isThere) await access.require({ user, credentials });
    const keyring = await keyrings
      .forUser(user, () => restoring.requireNoEarlierKeys({ user, credentials }))
      .catch(translated);
    // Another caller may have made it meanwhile.
    if (!isThere) await access.require({ user, credentials });
    return keyring;
  };
  const epochs = {
    histories: new Histories(config.dataDir, reportAll),
    owners: new KnownOwners(config.dataDir, reportAll),
  };
  const definitions = new KnownDefinitions(config.dataDir, reportAll);
  const seen = new SeenLogs(config.dataDir, reportAll);
  const manifests = await openManifests(config.dataDir, upstream, {
    epochs,
    definitions,
    logs: seen,
    report: reportAll,
  });
  const schemasWith = (open: OpenKeyring) =>
    openSchemas(
      upstream,
      open,
      (schema) => manifests.generation(schema),
      async ({ id }, fields) => {
        const known = await definitions.of(id);
        return known !== null && known.digest !== definitionDigest(id, fields);
      },
      // The signed list of segments says whether an owner has changed it.
      ({ credentials }, own) => manifests.read(questionOf(credentials, own)),
      ({ credentials }, own) =>
        manifests.read(questionOf(credentials, own)).catch((error: unknown) => {
          // The manifest has the newest keys: it is the schema alone that went back.
          if (!(error instanceof KeysChanged)) throw error;
        }),
    );
  const schemas = schemasWith(openKeyring);
  const schemasOfJobs = schemasWith(openForJob);
  const merger = new Compactor({ upstream, manifests, merge: runCompaction, log: app.log });
  const rebuilder = new Rebuilder({ upstream, manifests, rebuild: runCompaction, log: app.log });
  const searches = new Searches(upstream, manifests, merger, rebuilder, config.indexMemory);
  const spool = new Spool(config.dataDir, reportAll);
  const files = new UploadedFiles(config.dataDir, reportAll);
  const onPublished = async (asker: Asker, schema: string) =>
    merger.consider(asker, await schemasOfJobs.of(asker, schema));
  const jobs = new Jobs({
    upstream,
    waiter,
    spool,
    manifests,
    openKeyring: openForJob,
    schemas: schemasOfJobs,
    files,
    onPublished,
    log: app.log,
  });
  const forward = forwarder({ upstream, sessions });
  /** Jobs go on with newer credentials of a person who may open the keyring. */
  const onFound = ({ user, credentials }: Asker) => {
    if (!waiter.isAwaited(user)) return;
    access.allows({ user, credentials }).then(
      (isAllowed) => isAllowed && waiter.offer(user, credentials),
      (error: unknown) => app.log.warn({ err: error }, 'newer credentials were not used'),
    );
  };

  app.decorate('who', openCallers({ upstream, sessions, onFound }));
  app.decorate('sessions', sessions);
  app.decorate('keyringAccess', access);
  app.decorateRequest('caller', null);
  jobSocket(app, { board: jobs.board, access });
  signInRoutes(app, { upstream, sessions, access });
  statusRoutes(app, { upstream });
  const { owners } = epochs;
  const logs = new AccessLogs({ upstream, seen, owners });
  const schemaAccess = new Access({ upstream, schemas, logs, seen, owners });
  schemaRoutes(app, { upstream, schemas, manifests, openKeyring, owners, access: schemaAccess, logs });
  schemaChangeRoute(app, { upstream, schemas, manifests, logs: seen });
  teamRoutes(app, { upstream, schemas, access: schemaAccess });
  accessLogRoutes(app, { upstream, schemas, openKeyring, access: schemaAccess });
  const restored = new Restored({ ...epochs, upstream, schemas, manifests, files, access: schemaAccess });
  restoredRoutes(app, { restored, keyrings, upstream });
  jobRoutes(app, { schemas, jobs, access, openKeyring });
  searchRoutes(app, { schemas, searches, handles: new Handles(), forward });
  recordRoutes(app, { schemas, searches, jobs });
  deletionRoutes(app, { upstream, schemas, manifests, merger });
  uploadRoutes(app, { upstream, schemas, manifests, merger, board: jobs.board, files });
  overrideRoutes(app, { openKeyring });
  identityRoutes(app, { upstream, openKeyring });
  materialRoutes(app, { upstream, schemas, openKeyring, owners, access: schemaAccess, logs });
  keyringRoutes(app, { keyrings, openKeyring, restoring, access });
  forwardRoutes(app, { forward, sessions, waiter });
  await serveConsole(app, config);
  app.addHook('preClose', () => jobs.close());
  app.addHook('preClose', () => merger.close());
  app.addHook('preClose', () => rebuilder.close());
  app.addHook('preClose', () => epochs.histories.written());
  app.addHook('preClose', () => sessions.written());
  app.addHook('onClose', () => upstream.close());
  await jobs.resume();
  return app;
}

/** The proxy's own errors name their status, so that they are told from the service's. */
async function withPhrase(_request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const isProblem = typeof payload === 'object' && payload !== null && 'detail' in payload;
  if (reply.statusCode < 400 || !isProblem) return payload;
  return { ...payload, error: STATUS_CODES[reply.statusCode] };
}

const translated = (error: unknown): never => {
  throw translate(error) ?? error;
};

/** The refusals of keys, index and seals, as statuses. Their sentences are made for people. */
function translate(error: unknown): HttpProblem | undefined {
  if (error instanceof FilterRefused) return new HttpProblem(400, error.message, { cause: error });
  if (error instanceof KeyringError && (error.code === 'wrong-passphrase' || error.code === 'wait'))
    return new HttpProblem(403, error.message, { cause: error });
  if ([KeyringError, IndexRefused, Tampered, FieldsTaken].some((refusal) => error instanceof refusal))
    return new HttpProblem(422, (error as Error).message, { cause: error });
  return storageProblem(error) ?? undefined;
}
