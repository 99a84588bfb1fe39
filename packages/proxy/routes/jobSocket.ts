/** The stream of a job's progress: for its owner only, never more often than it can be read, and always to the end. [Way 6/8] */
import fastifyWebsocket, { type WebSocket } from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hasEnded, jobSocketPath, jobThrottle, type Job } from '@cloakroom/contract/jobs.ts';
import { HttpProblem, notFound } from '@cloakroom/server-kit/problem.ts';
import type { KeyringAccess } from '../sessions/keyringAccess.ts';
import type { JobRegistry } from '../upload/jobRegistry.ts';
import type { Callers } from '../callers.ts';
import { callerOf, requireRecentCaller } from './access.ts';
import { throttled } from './throttled.ts';

const pingEvery = 15_000;
const askAgainEvery = 4_000;
const socketsEach = 5;
/** As a socket closes: signed out; nobody's job, or somebody else's; too many. */
const closing = { over: 1000, signedOut: 4401, unknown: 4404, tooMany: 4429 } as const;
/** A message has at most 64 KiB: then rows are left out. */
const longest = 60 * 1024;

/** Teach an app sockets: before any hook that may refuse one, or what is refused would stay open. */
export const acceptSockets = async (app: FastifyInstance): Promise<void> => {
  await app.register(fastifyWebsocket, { options: { maxPayload: 1024 } });
};

export function jobSocket(
  app: FastifyInstance,
  { board, access }: { board: JobRegistry; access: Pick<KeyringAccess, 'allows'> },
): void {
  const open = new Map<string, number>();
  /** The requests of callers who may not open the keyring: no job exists for them. */
  const unproven = new WeakSet<FastifyRequest>();

  app.route<{ Params: { id: string } }>({
    method: 'GET',
    url: jobSocketPath(':id'),
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
      const job = unproven.has(request) ? null : board.of(user, request.params.id);
      const others = open.get(user) ?? 0;
      if (!job) {
        socket.close(closing.unknown, 'Job not found');
        return;
      }
      if (others >= socketsEach) {
        socket.close(closing.tooMany, 'Too many streams are open');
        return;
      }
      open.set(user, others + 1);
      socket.on('close', () => open.set(user, (open.get(user) ?? 1) - 1));
      stream(socket, job, board);
      keepChecking(socket, app.who, request);
      keepAlive(socket);
    },
  });
}

function stream(socket: WebSocket, present: Job, board: JobRegistry): void {
  const send = throttled(jobThrottle, (job: Job) => {
    socket.send(messageOf(job));
    if (hasEnded(job)) socket.close(closing.over);
  });
  const stop = board.watch(present.job_id, send.put);
  socket.on('close', () => {
    stop();
    send.cancel();
  });
  send.put(present);
}

function messageOf(job: Job): string {
  const message = JSON.stringify(job);
  if (!job.errors || Buffer.byteLength(message) <= longest) return message;
  const { count, rows } = job.errors;
  return messageOf({ ...job, errors: { count, rows: rows.slice(0, Math.floor(rows.length / 2)) } });
}

/** A stream ends with its session. */
function keepChecking(socket: WebSocket, who: Callers, request: FastifyRequest): void {
  const { user } = callerOf(request);
  const { headers } = request;
  const timer = setInterval(() => {
    who.of({ headers }).then(
      (caller) => caller.user === user || socket.close(closing.signedOut, 'Signed out'),
      (error: unknown) => {
        const signedOut = error instanceof HttpProblem && (error.status === 401 || error.status === 403);
        if (signedOut) socket.close(closing.signedOut, 'Signed out');
      },
    );
  }, askAgainEvery);
  socket.on('close', () => clearInterval(timer));
}

/** Find out when the other side is gone without a word. */
function keepAlive(socket: WebSocket): void {
  let heard = true;
  socket.on('pong', () => (heard = true));
  const timer = setInterval(() => {
    if (heard) socket.ping();
    else socket.terminate();
    heard = false;
  }, pingEvery);
  socket.on('close', () => clearInterval(timer));
}
