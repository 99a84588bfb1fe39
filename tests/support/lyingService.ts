/** A lying service: forwards each request to the real one, and changes answers as a test specifies. */
import {
  Agent,
  createServer,
  request,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type RawAnswer = { status: number; headers: Record<string, string | string[]>; body: Buffer };
export type RawRequest = { method: string; url: string; headers: IncomingMessage['headers']; body: Buffer };
type Change = (truth: RawAnswer, request: RawRequest) => Partial<RawAnswer> & { text?: string };

export type LyingService = {
  url: string;
  /** The received requests, in order. */
  requests: RawRequest[];
  /**
   * Changes answers from now on; the newest lie about a call applies.
   * @param calls - `GET /api/users/self/`, or a pattern for such strings; the query is omitted.
   */
  lie: (calls: string | RegExp, change: Change) => void;
  /** Answers calls from now on without forwarding them. */
  withhold: (calls: string | RegExp, answer: Pick<RawAnswer, 'status'> & { text: string }) => void;
  /** Changes the path and query of each request before it is forwarded. */
  rewrite: (change: (url: string) => string) => void;
  /** Forwards all answers unchanged again. */
  reset: () => void;
  close: () => Promise<void>;
};

/** Headers of one connection, which the lying service sets itself. */
const perConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding']); // prettier-ignore

const nothing: RawAnswer = {
  status: 204,
  headers: { 'content-type': 'application/json' },
  body: Buffer.alloc(0),
};

/** Starts a lying service in front of the one at `target`. */
export async function lyingService(target: string): Promise<LyingService> {
  const lies: { about: string | RegExp; change: Change; isWithheld?: boolean }[] = [];
  const requests: RawRequest[] = [];
  let rewriteUrl = (url: string) => url;
  // Not `fetch`, which takes four times as long: thousands of calls are forwarded here.
  const agent = new Agent({ keepAlive: true });
  const forward = (path: string, options: RequestOptions, body: Buffer) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      request(target + path, { ...options, agent }, resolve)
        .on('error', reject)
        .end(body);
    });
  const truthOf = async ({ method, url, headers, body }: RawRequest): Promise<RawAnswer> => {
    const {
      host: _,
      connection: __,
      'transfer-encoding': ___,
      'accept-encoding': ____,
      ...forwardedHeaders
    } = headers;
    const answer = await forward(rewriteUrl(url), { method, headers: forwardedHeaders }, body);
    const answerHeaders = Object.entries(answer.headers).filter(
      ([name, value]) => !perConnection.has(name) && value !== undefined,
    );
    return {
      status: answer.statusCode ?? 0,
      headers: Object.fromEntries(answerHeaders) as RawAnswer['headers'],
      body: await buffer(answer),
    };
  };
  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '/', headers } = incoming;
    const received = { method, url, headers, body: await buffer(incoming) };
    requests.push(received);
    const call = `${method} ${url.split('?')[0]}`;
    const lie = lies.findLast(({ about }) => (typeof about === 'string' ? about === call : about.test(call)));
    const truth = lie?.isWithheld ? nothing : await truthOf(received);
    const { text, ...changed } = lie?.change(truth, received) ?? {};
    const answer = { ...truth, ...changed, ...(text === undefined ? {} : { body: Buffer.from(text) }) };
    response.writeHead(answer.status, answer.headers);
    response.end(answer.body);
  };
  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    lie: (about, change) => void lies.push({ about, change }),
    withhold: (about, answer) => void lies.push({ about, change: () => answer, isWithheld: true }),
    rewrite: (change) => void (rewriteUrl = change),
    reset: () => void (lies.length = 0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        agent.destroy();
      }),
  };
}
