/** Builds the proxy from its configuration. Nothing here reads the environment. */
import { randomUUID } from 'node:crypto';
import fastify, { LogController, type FastifyInstance } from 'fastify';
import { acceptBodies, answerClientError } from '@cloakroom/server-kit/bodies.ts';
import { serveConsole } from '@cloakroom/server-kit/console.ts';
import { logCalls, logOptions } from '@cloakroom/server-kit/log.ts';
import type { ReportProblem } from '@cloakroom/server-kit/mirroredFile.ts';
import { answerFrameworkError, problemHandler } from '@cloakroom/server-kit/problemHandler.ts';
import { usePublicUrl } from '@cloakroom/server-kit/publicUrls.ts';
import { securityHeaders } from '@cloakroom/server-kit/securityHeaders.ts';
import { useZodSchemas } from '@cloakroom/server-kit/serve.ts';
import type { Config } from './config.ts';
import { Access } from './accessLog/access.ts';
import { AccessLogs } from './accessLog/accessLogs.ts';
import { SeenLogs } from './accessLog/seenLogs.ts';
import { CredentialWaiter, tokenKeyOf } from './credentials.ts';
import { FilterRefused } from '@cloakroom/sealed-index/filters.ts';
import { IndexRefused } from '@cloakroom/sealed-index/refused.ts';
import { FieldSetMismatch, Tampered } from '@cloakroom/sealed-index/crypto/tampered.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { storageProblem } from '@cloakroom/server-kit/storageError.ts';
import { definitionDigest } from './definitions/digest.ts';
import { KnownDefinitions } from './definitions/knownDefinitions.ts';
import { Reindexing } from './definitions/reindexing.ts';
import { Histories } from './epochs/histories.ts';
import { KnownOwners } from './epochs/knownOwners.ts';
import { LineWorker } from './export/lineWorker.ts';
import { RecordExports } from './export/recordExports.ts';
import { recordExportRoute } from './routes/recordExport.ts';
import { RestoredBackups } from './epochs/restoredBackups.ts';
import { KeyringError } from './keyring/keyringError.ts';
import type { Keyrings } from './keyring/keyrings.ts';
import { useTls, type Certificate } from './gateway/certificate.ts';
import { withStatusText } from './statusText.ts';
import { runCompaction, runRegrouping } from './compaction/runCompaction.ts';
import { Compactor } from './compaction/compactor.ts';
import { GroupResealer } from './compaction/groupResealer.ts';
import { openRestoring } from './keyring/restoring/restore.ts';
import { Rebuilder } from './compaction/rebuilder.ts';
import { apiTokenRoutes } from './routes/apiTokens.ts';
import { accessLogRoutes } from './routes/accessLog.ts';
import { deletionRoutes } from './routes/deletion.ts';
import { canonicalUrl } from './routes/canonicalUrl.ts';
import { forwarder, forwardRoutes } from './routes/forward.ts';
import { guard } from './routes/guard.ts';
import { jobRoutes } from './routes/jobs.ts';
import { acceptSockets, jobSocket } from './routes/jobSocket.ts';
import { keyringRoutes } from './routes/keyring.ts';
import { recordRoutes } from './routes/records.ts';
import { restoredRoutes } from './routes/restored.ts';
import { schemaChangeRoutes } from './routes/schemaChange.ts';
import { schemaRoutes } from './routes/schemas.ts';
import { searchRoutes } from './routes/search.ts';
import { sendAnswersAsData } from './routes/serviceAnswer.ts';
import { resumableUploadRoutes } from './routes/resumableUploads.ts';
import { sharingRoutes } from './routes/sharing.ts';
import { signInRoutes } from './routes/signIn.ts';
import { statusRoutes } from './routes/status.ts';
import { grantRoutes } from './routes/grants.ts';
import { teamRoutes } from './routes/teams.ts';
import { uploadRoutes } from './routes/uploads.ts';
import { openSchemas, type OpenKeyring } from './schemas.ts';
import { sharingOfNewKeys } from './sharing/fulfil.ts';
import { SearchHandles } from './search/searchHandles.ts';
import { KeysChanged } from './search/manifestRefusals.ts';
import { manifestContextOf } from './search/manifestContext.ts';
import { openManifests } from './search/manifests.ts';
import { RecordGroups } from './search/recordGroups.ts';
import { RecordPages } from './search/recordPages.ts';
import { SchemaReads } from './search/schemaReads.ts';
import { Searches } from './search/searches.ts';
import { KeyringAccess } from './sessions/keyringAccess.ts';
import { Sessions } from './sessions/sessions.ts';
import { Jobs } from './upload/jobs.ts';
import type { SealThreads } from './upload/sealThreads.ts';
import { Spool } from './upload/spool.ts';
import { UploadedFiles } from './upload/uploadedFiles.ts';
import { openUpstream } from './upstream.ts';
import { openCallers, type Principal } from './callers.ts';

export type ProxyDeps = {
  config: Pick<
    Config,
    'upstream' | 'dataDir' | 'indexCacheBytes' | 'consoleDir' | 'serviceWorker' | 'logLevel' | 'integrations'
  > &
    Partial<
      Pick<Config, 'groupCacheBytes' | 'partCacheBytes' | 'sealThreads' | 'allowedHosts' | 'publicUrl'>
    >;
  /** The certificate of a proxy that speaks https alone. */
  certificate?: Certificate | undefined;
  keyrings: Keyrings;
  /** Threads shared by several proxies of one process, which outlive the proxies; by default the proxy has its own. */
  sharedThreads?: SealThreads | undefined;
  /** Called with sentences about files that are damaged or can't be used. They are also logged. */
  report?: ReportProblem;
};

/**
 * How long a request's headers may take, and how often that is checked, in milliseconds. Senders are on this machine: late
 * headers mean that the proxy itself was blocked.
 */
const headerTimeouts = { headersTimeout: 15_000, connectionsCheckingInterval: 1_000 };

/** Builds the proxy and continues the jobs of its last run. It does not listen yet. */
export async function buildProxy({
  config,
  certificate,
  keyrings,
  sharedThreads,
  report = () => undefined,
}: ProxyDeps): Promise<FastifyInstance> {
  const app = fastify({
    logger: logOptions(config.logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    frameworkErrors: answerFrameworkError,
    forceCloseConnections: true,
    rewriteUrl: ({ url = '/' }) => canonicalUrl(url) ?? url,
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 320 },
    // No time limit on idle sockets: one may wait for work of the proxy. Idle bodies have their own limit.
    requestTimeout: 0,
    ...(certificate ? { https: { ...headerTimeouts, ...certificate.present } } : { http: headerTimeouts }),
    clientErrorHandler: answerClientError,
  }) as FastifyInstance;
  useZodSchemas(app);
  problemHandler(app, toHttpProblem);
  await acceptSockets(app);
  app.addHook('preSerialization', withStatusText);
  usePublicUrl(app, config.publicUrl);
  logCalls(app);
  await securityHeaders(app, { https: false });
  // After the hook of the headers: a refusal of the guard has them too.
  const hosts = { allowed: config.allowedHosts ?? [], isTls: certificate !== undefined };
  app.addHook('onRequest', async (request) => guard(request, hosts));
  if (certificate) useTls(app, certificate);
  sendAnswersAsData(app);
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
    beforeCreating: (principal) => access.admit(principal),
  });
  /** For jobs: opens a keyring, and never creates one. */
  const openForJob: OpenKeyring = ({ user }) => keyrings.forUser(user).catch(rethrowAsProblem);
  const openKeyring: OpenKeyring = async ({ user, credentials }) => {
    if (!credentials) return openForJob({ user });
    const isPresent = (await keyrings.presence(user)) !== 'none';
    // The API token of a person never creates a keyring.
    if (isPresent || tokenKeyOf(credentials) !== undefined) await access.require({ user, credentials });
    const keyring = await keyrings
      .forUser(user, () => restoring.requireNoEarlierKeys({ user, credentials }))
      .catch(rethrowAsProblem);
    // Another caller may have created it meanwhile.
    if (!isPresent) await access.require({ user, credentials });
    return keyring;
  };
  const epochs = {
    histories: new Histories(config.dataDir, reportAll),
    owners: new KnownOwners(config.dataDir, reportAll),
  };
  const definitions = new KnownDefinitions(config.dataDir, reportAll);
  const seenLogs = new SeenLogs(config.dataDir, reportAll);
  const manifests = await openManifests(config.dataDir, upstream, {
    epochs,
    definitions,
    logs: seenLogs,
    report: reportAll,
    partCacheBytes: config.partCacheBytes,
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
      ({ credentials }, own) => manifests.read(manifestContextOf(credentials, own)),
      ({ credentials }, own) =>
        manifests.read(manifestContextOf(credentials, own)).catch((error: unknown) => {
          // The manifest has the newest keys: only the schema was rolled back.
          if (!(error instanceof KeysChanged)) throw error;
        }),
    );
  const schemas = schemasWith(openKeyring);
  const schemasOfJobs = schemasWith(openForJob);
  const compactor = new Compactor({
    upstream,
    manifests,
    compact: runCompaction,
    regroup: runRegrouping,
    log: app.log,
  });
  const rebuilder = new Rebuilder({ upstream, manifests, rebuild: runCompaction, log: app.log });
  const groups = new RecordGroups(upstream, config.groupCacheBytes);
  const resealer = new GroupResealer({ upstream, manifests, groups, log: app.log });
  const maintenance = { compactor, rebuilder, resealer };
  const pages = new RecordPages(upstream, groups);
  const searches = new Searches(upstream, pages, maintenance, config.indexCacheBytes);
  const reads = new SchemaReads({ schemas, manifests, groups });
  const lines = new LineWorker();
  const recordExports = new RecordExports({ upstream, reads, searches, pages, lines });
  const spool = new Spool(config.dataDir, reportAll);
  const files = new UploadedFiles(config.dataDir, reportAll);
  const onPublished = async (principal: Principal, schema: string) =>
    compactor.scheduleCheck(principal, await schemasOfJobs.of(principal, schema));
  const jobs = new Jobs(
    {
      upstream,
      waiter,
      spool,
      manifests,
      openKeyring: openForJob,
      schemas: schemasOfJobs,
      files,
      onPublished,
      log: app.log,
    },
    sharedThreads ?? config.sealThreads,
  );
  const forward = forwarder({ upstream, sessions });
  /** Waiting jobs continue with newer credentials of a person who may open the keyring. */
  const onIdentified = ({ user, credentials }: Principal) => {
    if (!waiter.isAwaited(user)) return;
    access.allows({ user, credentials }).then(
      (isAllowed) => isAllowed && waiter.offer(user, credentials),
      (error: unknown) => app.log.warn({ err: error }, 'newer credentials were not used'),
    );
  };

  app.decorate('callers', openCallers({ upstream, sessions, onIdentified }));
  app.decorate('sessions', sessions);
  app.decorate('keyringAccess', access);
  app.decorateRequest('caller', null);
  jobSocket(app, { registry: jobs.registry, access });
  signInRoutes(app, { upstream, sessions, access });
  apiTokenRoutes(app, { upstream, sessions, access });
  statusRoutes(app, { upstream });
  const { owners } = epochs;
  const logs = new AccessLogs({ upstream, seen: seenLogs, owners });
  const schemaAccess = new Access({ upstream, schemas, logs, seen: seenLogs, owners });
  const sharing = { upstream, schemas, openKeyring, owners, access: schemaAccess, logs };
  const rotation = { ...sharing, manifests };
  const shareKeys = sharingOfNewKeys(sharing, app.log);
  schemaRoutes(app, { ...rotation, shareKeys });
  const reindexing = new Reindexing({ upstream, schemas, manifests, convert: runCompaction, log: app.log });
  schemaChangeRoutes(app, { upstream, schemas, manifests, logs: seenLogs, reindexing, rotation, shareKeys });
  teamRoutes(app, sharing);
  grantRoutes(app, sharing);
  accessLogRoutes(app, sharing);
  const restored = new RestoredBackups({ ...rotation, ...epochs, files });
  restoredRoutes(app, { restored, keyrings, upstream });
  jobRoutes(app, { schemas, jobs, access, openKeyring });
  resumableUploadRoutes(app, { schemas, jobs });
  searchRoutes(app, { reads, searches, handles: new SearchHandles(), forward });
  const recordDeps = { upstream, schemas, manifests, compactor, resealer };
  recordRoutes(app, { ...recordDeps, reads, groups, pages, jobs });
  recordExportRoute(app, recordExports);
  deletionRoutes(app, recordDeps);
  uploadRoutes(app, { upstream, schemas, manifests, compactor, registry: jobs.registry, files });
  sharingRoutes(app, sharing);
  keyringRoutes(app, { keyrings, openKeyring, restoring, access });
  forwardRoutes(app, { forward, sessions, waiter });
  await serveConsole(app, config);
  for (const each of [jobs, compactor, rebuilder, resealer, reindexing])
    app.addHook('preClose', () => each.close());
  app.addHook('onClose', () => lines.close());
  // Once no request is left that could change them.
  app.addHook('onClose', () => epochs.histories.written());
  app.addHook('onClose', () => sessions.written());
  app.addHook('onClose', () => upstream.close());
  await jobs.resume();
  return app;
}

const rethrowAsProblem = (error: unknown): never => {
  throw toHttpProblem(error) ?? error;
};

/** Maps errors of keyrings, index and encryption to statuses. Their messages are shown to people. */
function toHttpProblem(error: unknown): HttpProblem | undefined {
  if (error instanceof FilterRefused) return new HttpProblem(400, error.message, { cause: error });
  if (error instanceof KeyringError && (error.code === 'wrong-passphrase' || error.code === 'wait'))
    return new HttpProblem(403, error.message, { cause: error });
  if ([KeyringError, IndexRefused, Tampered, FieldSetMismatch].some((refusal) => error instanceof refusal))
    return new HttpProblem(422, (error as Error).message, { cause: error });
  return storageProblem(error) ?? undefined;
}
