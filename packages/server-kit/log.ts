/** What the servers log: one JSON object a line, about calls and faults, with nothing of what was sent or found. */
import type { FastifyInstance, FastifyServerOptions } from 'fastify';

/**
 * Options of a server's logger.
 * @param file - where to write; empty: standard output.
 */
export const logOptions = (level: string, file = ''): NonNullable<FastifyServerOptions['logger']> => ({
  level,
  ...(file ? { file } : {}),
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  serializers: { err: faultOf },
  // Nothing logs these on purpose; should somebody log a whole request one day, they still stay out.
  redact: {
    paths: [
      'password',
      'signature',
      'headers.authorization',
      'headers.cookie',
      '*.password',
      '*.signature',
    ].flatMap((path) => [path, `*.${path}`]),
    censor: '[removed]',
  },
});

/** Log one line for each answered call: its route as written in the code, for an address may name a person. */
export function logCalls(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        user: 'person' in request ? (request.person as { id: string } | null)?.id : undefined,
      },
      'answered',
    );
  });
}

/** An error for the log. A failed query is told without its parameters, which are people's data. */
function faultOf(error: Error): {
  type: string;
  message: string;
  stack: string;
  code?: unknown;
  cause?: unknown;
} {
  return {
    type: error.name,
    message: withoutParameters(error.message),
    stack: withoutParameters(error.stack ?? ''),
    ...('code' in error ? { code: error.code } : {}),
    ...(error.cause instanceof Error ? { cause: faultOf(error.cause) } : {}),
  };
}

const withoutParameters = (text: string) => text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, '');
