/** The servers' log: one JSON object per line, about calls and errors, without request or response data. */
import type { FastifyInstance, FastifyServerOptions } from 'fastify';

/**
 * Options of the logger.
 * @param file - the log file; empty: standard output.
 */
export const logOptions = (level: string, file = ''): NonNullable<FastifyServerOptions['logger']> => ({
  level,
  ...(file ? { file } : {}),
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  serializers: { err: serializeError },
  // A safeguard: no code logs these deliberately.
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

/** Logs one line per answered call, with the route's pattern: the URL may contain an e-mail address. */
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

/** Serializes an error. The parameters of a failed query are left out: they are personal data. */
function serializeError(error: Error): {
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
    ...(error.cause instanceof Error ? { cause: serializeError(error.cause) } : {}),
  };
}

const withoutParameters = (text: string) => text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, '');
