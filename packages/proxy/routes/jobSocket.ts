/** Streams a job's progress to its owner: throttled, and always with the last state. */
import fastifyWebsocket, { type WebSocket } from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  getJob,
  hasEnded,
  Job,
  jobInitialDelayMs,
  jobSocketPath,
  jobThrottleMs,
} from '@cloakroom/contract/jobs.ts';
import { HttpProblem, notFound } from '@cloakroom/server-kit/problem.ts';
import { originFor, withAbsoluteUrls } from '@cloakroom/server-kit/publicUrls.ts';
import { jobOwnerOf } from '../credentials.ts';
import type { KeyringAccess } from '../sessions/keyringAccess.ts';
import type { JobRegistry } from '../upload/jobRegistry.ts';
import type { Callers } from '../callers.ts';
import { callerOf, requireRecentCaller } from './serve.ts';
import { throttle } from './throttle.ts';

const pingIntervalMs = 15_000;
const sessionCheckIntervalMs = 4_000;
const maxSocketsPerUser = 5;
/** Close codes: the job ended; signed out; unknown or another person's job; too many sockets. */
const closeCodes = { ended: 1000, signedOut: 4401, unknown: 4404, tooMany: 4429 } as const;
/** Longer messages lose rows: a message must stay below 64 KiB. */
const maxMessageBytes = 60 * 1024;

/** Registers the websocket plugin. Must precede hooks that refuse requests: otherwise a refused socket would stay open. */
export const acceptSockets = async (app: FastifyInstance): Promise<void> => {
  await app.register(fastifyWebsocket, { options: { maxPayload: 1024 } });
};

export function jobSocket(
  app: FastifyInstance,
  { registry, access }: { registry: JobRegistry; access: Pick<KeyringAccess, 'allows'> },
): void {
  const openCounts = new Map<string, number>();
  /** The requests of callers who may not open the keyring: jobs are hidden from them. */
  const unproven = new WeakSet<FastifyRequest>();

  app.route<{ Params: { id: string } }>({
    method: 'GET',
    url: jobSocketPath(':id'),
    config: { call: getJob },
    onRequest: [
      requireRecentCaller,
      async (request) => {
        if (!(await access.allows(callerOf(request)))) unproven.add(request);
      },
    ],
    handler: async () => {
      throw notFound('Address');
    },
    wsHandler: (socket, request) => {
      const { user } = callerOf(request);
      const owner = jobOwnerOf(callerOf(request));
      const job = unproven.has(request) ? null : registry.of(owner, request.params.id);
      const openCount = openCounts.get(user) ?? 0;
      if (!job) {
        socket.close(closeCodes.unknown, 'Job not found');
        return;
      }
      if (openCount >= maxSocketsPerUser) {
        socket.close(closeCodes.tooMany, 'Too many streams are open');
        return;
      }
      openCounts.set(user, openCount + 1);
      socket.on('close', () => openCounts.set(user, (openCounts.get(user) ?? 1) - 1));
      stream(socket, job, { registry, origin: originFor(request) });
      keepChecking(socket, app.callers, request);
      keepAlive(socket);
    },
  });
}

type Progress = {
  registry: JobRegistry;
  /** What precedes the paths of URLs in messages. */
  origin: string;
};

function stream(socket: WebSocket, present: Job, { registry, origin }: Progress): void {
  const send = throttle({ intervalMs: jobThrottleMs, initialDelayMs: jobInitialDelayMs }, (job: Job) => {
    socket.send(messageOf(withAbsoluteUrls(Job, job, origin) as Job));
    if (hasEnded(job)) socket.close(closeCodes.ended);
  });
  const put = (job: Job) => (hasEnded(job) ? send.end(job) : send.put(job));
  const stop = registry.watch(present.job_id, put);
  socket.on('close', () => {
    stop();
    send.cancel();
  });
  put(present);
}

function messageOf(job: Job): string {
  const message = JSON.stringify(job);
  if (!job.errors || Buffer.byteLength(message) <= maxMessageBytes) return message;
  const { count, rows } = job.errors;
  return messageOf({ ...job, errors: { count, rows: rows.slice(0, Math.floor(rows.length / 2)) } });
}

/** Closes a stream when its session has ended. */
function keepChecking(socket: WebSocket, callers: Callers, request: FastifyRequest): void {
  const { user } = callerOf(request);
  const { headers } = request;
  const timer = setInterval(() => {
    callers.of({ headers }).then(
      (caller) => caller.user === user || socket.close(closeCodes.signedOut, 'Signed out'),
      (error: unknown) => {
        const signedOut = error instanceof HttpProblem && (error.status === 401 || error.status === 403);
        if (signedOut) socket.close(closeCodes.signedOut, 'Signed out');
      },
    );
  }, sessionCheckIntervalMs);
  socket.on('close', () => clearInterval(timer));
}

/** Terminates a socket whose peer no longer answers pings. */
function keepAlive(socket: WebSocket): void {
  let hasAnswered = true;
  socket.on('pong', () => (hasAnswered = true));
  const timer = setInterval(() => {
    if (hasAnswered) socket.ping();
    else socket.terminate();
    hasAnswered = false;
  }, pingIntervalMs);
  socket.on('close', () => clearInterval(timer));
}
