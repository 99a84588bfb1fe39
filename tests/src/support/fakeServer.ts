/** A server in memory: answers fetch by method and path, and fails calls that the test doesn't define. */
import { ReadableStream } from 'node:stream/web';
import { afterEach, vi } from 'vitest';
import { replyProblem } from './contractReply.ts';

export type Asked = { path: string; query: URLSearchParams; body: unknown };
export type Reply = {
  status?: number;
  body?: unknown;
  /** A response in lines of JSON, instead of a body. */
  lines?: unknown[];
  /** The connection is cut after the lines. */
  cut?: true;
  headers?: Record<string, string>;
  /** The reply is wrong on purpose, so it is not compared with the contract. */
  invalid?: true;
};
type Answer = (asked: Asked) => Reply | Promise<Reply>;
export type Answers = Record<string, Answer>;

/** The answer of a list: a page and the total. */
export const page = (items: unknown[], total = items.length): Reply => ({
  body: items,
  headers: { 'X-Total-Count': String(total) },
});

/** A body whose connection is cut after the text. */
function cutAfter(text: string): globalThis.ReadableStream {
  const chunks = [Buffer.from(text)];
  return new ReadableStream(
    {
      pull(controller) {
        const chunk = chunks.shift();
        if (chunk) controller.enqueue(chunk);
        else controller.error(new TypeError('network error'));
      },
    },
    // An error would drop a chunk that is read ahead.
    { highWaterMark: 0 },
  ) as globalThis.ReadableStream;
}

/** Replies that don't fit the contract. A test that has sent one fails when it ends. */
const problems: string[] = [];
afterEach(() => {
  const [problem] = problems.splice(0);
  if (problem) throw new Error(problem);
});

const csrf: Answers = { 'GET /api/csrf/': () => ({ body: { csrfToken: 'token' } }) };

/**
 * Answers calls until the end of the test.
 * @param answers - by `METHOD /path/`; a missing one fails the call.
 * @param onRequest - called with the name of each call and its request, in order.
 * @returns the requests of a name.
 */
export function fakeServer(
  answers: Answers,
  onRequest?: (name: string, request: Asked) => void,
): (name: string) => Asked[] {
  const asked: Record<string, Asked[]> = {};
  const all = { ...csrf, ...answers };
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit) => {
    const { pathname: path, searchParams: query } = new URL(address, location.href);
    const name = `${method} ${path}`;
    const answer = all[name];
    if (!answer) throw new Error(`The test defines no answer to ${name}.`);
    const one = { path, query, body: typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined };
    (asked[name] ??= []).push(one);
    onRequest?.(name, one);
    const reply = await answer(one);
    const { status = 200 } = reply;
    const problem = status < 300 && !reply.invalid && replyProblem(method, path, reply.body);
    if (problem) problems.push(problem);
    const lines = reply.lines?.map((line) => `${JSON.stringify(line)}\n`).join('');
    const text = lines ?? (reply.body === undefined ? null : JSON.stringify(reply.body));
    return new Response(reply.cut ? cutAfter(text ?? '') : text, {
      status,
      headers: reply.headers ?? {},
    });
  });
  return (name) => asked[name] ?? [];
}
