/** Compares every answer of a server with the API description while a test makes its calls. */
import type { FastifyInstance, InjectOptions } from 'fastify';
import { vi } from 'vitest';
import type { Description, Exchange } from './description.ts';

/** Compares the answers of `app.inject`. @returns the differences found so far. */
export function recordInjected(app: FastifyInstance, description: Description): string[] {
  const differences: string[] = [];
  const inject = app.inject.bind(app) as (options: InjectOptions) => ReturnType<typeof app.inject>;
  const recorded = async (options: InjectOptions | string) => {
    const {
      method = 'GET',
      url,
      payload,
      ...rest
    } = typeof options === 'string' ? { url: options } : options;
    const answer = await inject({ method, url, payload, ...rest } as InjectOptions);
    differences.push(
      ...description.differences({
        method,
        url: typeof url === 'string' ? url : (url?.pathname ?? ''),
        sent: jsonIn(payload),
        status: answer.statusCode,
        headers: joinedHeaders(answer.headers),
        body: answer.body,
      }),
    );
    return answer;
  };
  Object.assign(app, { inject: recorded });
  return differences;
}

/** Compares the answers of `fetch` to calls below these addresses, until `vi.unstubAllGlobals`. */
export function recordFetched(isRecorded: (url: URL) => boolean, description: Description): string[] {
  const differences: string[] = [];
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    const answer = await fetch(input, init);
    const url = new URL(input);
    if (!isRecorded(url)) return answer;
    const exchange: Exchange = {
      method: init.method ?? 'GET',
      url: url.pathname + url.search,
      sent: isJson(init.headers) ? jsonIn(init.body) : undefined,
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: await answer.clone().text(),
    };
    differences.push(...description.differences(exchange));
    return answer;
  });
  return differences;
}

const isJson = (headers: unknown) =>
  new Headers(headers as Record<string, string>).get('content-type')?.startsWith('application/json') ?? false;

/** A body parsed as JSON; undefined if it is not JSON. */
function jsonIn(payload: unknown): unknown {
  if (typeof payload === 'object' && payload !== null && !Buffer.isBuffer(payload)) return payload;
  if (typeof payload !== 'string' || payload === '') return undefined;
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
}

const joinedHeaders = (headers: Record<string, number | string | string[] | undefined>) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : String(value)]],
    ),
  );
