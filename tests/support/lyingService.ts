/** A lying service: forwards each request to the real one, and changes answers as a test asks. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type RawAnswer = { status: number; headers: Record<string, string | string[]>; body: Buffer };
export type RawRequest = { method: string; url: string; headers: IncomingMessage['headers']; body: Buffer };
type Change = (truth: RawAnswer, request: RawRequest) => Partial<RawAnswer> & { text?: string };

export type LyingService = {
  url: string;
  /** The requests that have arrived, in order. */
  requests: RawRequest[];
  /**
   * Changes answers from now on; the newest lie about a call is used.
   * @param calls - `GET /api/users/self/`, or a pattern for such a text; the query is omitted.
   */
  lie: (calls: string | RegExp, change: Change) => void;
  /** Answers calls from now on without passing them on. */
  withhold: (calls: string | RegExp, answer: Pick<RawAnswer, 'status'> & { text: string }) => void;
  /** Changes the path and query of each request before it is forwarded. */
  rewrite: (change: (url: string) => string) => void;
  /** Passes answers unchanged again. */
  reset: () => void;
  close: () => Promise<void>;
};

/** Headers of one connection, which the double sets itself. */
const perConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding']); // prettier-ignore

const nothing: RawAnswer = {
  status: 204,
  headers: { 'content-type': 'application/json' },
  body: Buffer.alloc(0),
};

/** Starts a lying service before the one at `target`. */
export async function lyingService(target: string): Promise<LyingService> {
  const lies: { about: string | RegExp; change: Change; isWithheld?: boolean }[] = [];
  const requests: RawRequest[] = [];
  let rewritten = (url: string) => url;
  const truthOf = async ({ method, url, headers, body }: RawRequest): Promise<RawAnswer> => {
    const { host: _, connection: __, 'content-length': ___, 'transfer-encoding': ____, ...passed } = headers;
    const answer = await fetch(target + rewritten(url), {
      method,
      redirect: 'manual',
      headers: passed as Record<string, string>,
      ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
    });
    const forwarded = [...answer.headers].filter(
      ([name]) => !perConnection.has(name) && name !== 'set-cookie',
    );
    const cookies = answer.headers.getSetCookie();
    return {
      status: answer.status,
      headers: { ...Object.fromEntries(forwarded), ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}) },
      body: Buffer.from(await answer.arrayBuffer()),
    };
  };
  const pass = async (incoming: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '/', headers } = incoming;
    const request = { method, url, headers, body: await buffer(incoming) };
    requests.push(request);
    const call = `${method} ${url.split('?')[0]}`;
    const lie = lies.findLast(({ about }) => (typeof about === 'string' ? about === call : about.test(call)));
    const truth = lie?.isWithheld ? nothing : await truthOf(request);
    const { text, ...changed } = lie?.change(truth, request) ?? {};
    const answer = { ...truth, ...changed, ...(text === undefined ? {} : { body: Buffer.from(text) }) };
    response.writeHead(answer.status, answer.headers);
    response.end(answer.body);
  };
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    lie: (about, change) => void lies.push({ about, change }),
    withhold: (about, answer) => void lies.push({ about, change: () => answer, isWithheld: true }),
    rewrite: (change) => void (rewritten = change),
    reset: () => void (lies.length = 0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
