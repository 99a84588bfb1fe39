/** A server at the edge of the page: answers fetch by method and path, and nothing that a test didn't foresee. */
import { vi } from 'vitest';

export type Asked = { path: string; query: URLSearchParams; body: unknown };
type Reply = { status?: number; body: unknown; headers?: Record<string, string> };
type Answer = (asked: Asked) => Reply | Promise<Reply>;
export type Answers = Record<string, Answer>;

/** A list's answer: a page and the number of all. */
export const page = (items: unknown[], total = items.length): Reply => ({
  body: items,
  headers: { 'X-Total-Count': String(total) },
});

/**
 * Answer calls until the test is over.
 * @param answers - by `METHOD /path/`; a missing one fails the call.
 * @returns what was asked, by the same name.
 */
export function fakeServer(answers: Answers): (name: string) => Asked[] {
  const asked: Record<string, Asked[]> = {};
  document.cookie = 'csrftoken=token';
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit) => {
    const { pathname: path, searchParams: query } = new URL(address, location.href);
    const name = `${method} ${path}`;
    const answer = answers[name];
    if (!answer) throw new Error(`Nobody foresaw ${name}.`);
    const one = { path, query, body: typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined };
    (asked[name] ??= []).push(one);
    const reply = await answer(one);
    return new Response(JSON.stringify(reply.body), {
      status: reply.status ?? 200,
      headers: reply.headers ?? {},
    });
  });
  return (name) => asked[name] ?? [];
}
