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
import { acceptBodies, answerBroken } from '#host/bodies.ts';
import { serveConsole } from '#host/console.ts';
import { logCalls, logOptions } from '#host/log.ts';
import type { Report } from '#host/mirroredFile.ts';
import { HttpProblem } from '#host/problem.ts';
import { answerUnreadable, problemHandler } from '#host/problemHandler.ts';
import { securityHeaders } from '#host/securityHeaders.ts';
import { storageProblem } from '#host/storageError.ts';
import type { Config } from './config.ts';
import { Access } from './accessLog/access.ts';
import { AccessLogs } from './accessLog/accessLogs.ts';
import { SeenLogs } from './accessLog/seenLogs.ts';
import { CredentialDesk } from './credentials.ts';
import { Tampered } from './crypto/tampered.ts';
import { Histories } from './epochs/histories.ts';
import { KnownOwners } from './epochs/knownOwners.ts';
import { Restored } from './epochs/restored.ts';
import { FilterRefused } from './index/filters.ts';
import { IndexRefused } from './index/refused.ts';
import { KeyringError } from './keyring/keyringError.ts';
import type { Keyrings } from './keyring/keyrings.ts';
import { merge } from './merge/merge.ts';
import { Merger } from './merge/merger.ts';
import { openRestoring } from './keyring/restoring/restore.ts';
import { Rebuilder } from './merge/rebuilder.ts';
import { accessLogRoutes } from './routes/accessLog.ts';
import { deletionRoutes } from './routes/deletion.ts';
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
import { schemaRoutes } from './routes/schemas.ts';
import { searchRoutes } from './routes/search.ts';
import { statusRoutes } from './routes/status.ts';
import { teamRoutes } from './routes/teams.ts';
import { uploadRoutes } from './routes/uploads.ts';
import { openSchemas, type OpenKeyring } from './schemas.ts';
import { Handles } from './search/handles.ts';
import { KeysChanged, openManifests, questionOf } from './search/manifests.ts';
import { Searches } from './search/searches.ts';
import { Jobs } from './upload/jobs.ts';
import { Spool } from './upload/spool.ts';
import { UploadedFiles } from './upload/uploadedFiles.ts';
import { openUpstream } from './upstream.ts';
import { openWho, type Asker } from './who.ts';

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
  acceptBodies(app);

  const upstream = openUpstream(config.upstream);
  const desk = new CredentialDesk();
  const restoring = openRestoring({ keyrings, upstream });
  const openKeyring: OpenKeyring = ({ user, credentials }) =>
    keyrings
      .forUser(user, credentials && (() => restoring.requireNoEarlierKeys({ user, credentials })))
      .catch((error: unknown) => {
        throw translate(error) ?? error;
      });
  const reportAll = (sentence: string) => {
    app.log.warn(sentence);
    report(sentence);
  };
  const epochs = {
    histories: new Histories(config.dataDir, reportAll),
    owners: new KnownOwners(config.dataDir, reportAll),
  };
  const manifests = await openManifests(config.dataDir, upstream, { epochs, report: reportAll });
  const schemas = openSchemas(
    upstream,
    openKeyring,
    (schema) => manifests.generation(schema),
    ({ credentials }, own) =>
      manifests.read(questionOf(credentials, own)).catch((error: unknown) => {
        // The manifest has the newest keys: it is the schema alone that went back.
        if (!(error instanceof KeysChanged)) throw error;
      }),
  );
  const merger = new Merger({ upstream, manifests, merge, log: app.log });
  const rebuilder = new Rebuilder({ upstream, manifests, rebuild: merge, log: app.log });
  const searches = new Searches(upstream, manifests, merger, rebuilder, config.indexMemory);
  const spool = new Spool(config.dataDir, reportAll);
  const files = new UploadedFiles(config.dataDir, reportAll);
  const onPublished = async (asker: Asker, schema: string) =>
    merger.consider(asker, await schemas.of(asker, schema));
  const jobs = new Jobs({
    upstream,
    desk,
    spool,
    manifests,
    openKeyring,
    schemas,
    files,
    onPublished,
    log: app.log,
  });
  const forward = forwarder(upstream);

  app.decorate('who', openWho(upstream, desk));
  app.decorateRequest('caller', null);
  jobSocket(app, jobs);
  statusRoutes(app, { upstream });
  const { owners } = epochs;
  const seen = new SeenLogs(config.dataDir, reportAll);
  const logs = new AccessLogs({ upstream, seen, owners });
  const access = new Access({ upstream, schemas, logs, seen, owners });
  schemaRoutes(app, { upstream, schemas, manifests, openKeyring, owners, access, logs });
  teamRoutes(app, { upstream, schemas, access });
  accessLogRoutes(app, { upstream, schemas, openKeyring, access });
  const restored = new Restored({ ...epochs, upstream, schemas, manifests, files, access });
  restoredRoutes(app, { restored, keyrings, upstream });
  jobRoutes(app, { schemas, jobs });
  searchRoutes(app, { schemas, searches, handles: new Handles(), forward });
  recordRoutes(app, { schemas, searches, jobs });
  deletionRoutes(app, { upstream, schemas, manifests, merger });
  uploadRoutes(app, { upstream, schemas, manifests, merger, board: jobs.board, files });
  overrideRoutes(app, { openKeyring });
  identityRoutes(app, { upstream, openKeyring });
  materialRoutes(app, { upstream, schemas, openKeyring, owners, access, logs });
  keyringRoutes(app, { keyrings, openKeyring, restoring });
  forwardRoutes(app, { forward, desk });
  await serveConsole(app, config);
  app.addHook('preClose', () => jobs.close());
  app.addHook('preClose', () => merger.close());
  app.addHook('preClose', () => rebuilder.close());
  app.addHook('preClose', () => epochs.histories.written());
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

/** The refusals of keys, index and seals, as statuses. Their sentences are made for people. */
function translate(error: unknown): HttpProblem | undefined {
  if (error instanceof FilterRefused) return new HttpProblem(400, error.message, { cause: error });
  if (error instanceof KeyringError && (error.code === 'wrong-passphrase' || error.code === 'wait'))
    return new HttpProblem(403, error.message, { cause: error });
  if (error instanceof KeyringError || error instanceof IndexRefused || error instanceof Tampered)
    return new HttpProblem(422, error.message, { cause: error });
  return storageProblem(error) ?? undefined;
}
