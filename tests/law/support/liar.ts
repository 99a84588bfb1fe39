/** A lying service: it passes every call on to the real one, and changes answers as a test asks. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

type Lie = { of: (call: string) => boolean; change: (answer: never) => unknown };

export type Liar = {
  url: string;
  /** Changes the answers to a call, such as `GET /api/requests/`, from now on: parsed JSON, or a Buffer of bytes. */
  lie: (call: string, change: (answer: never) => unknown) => void;
  /** The bodies of the calls so far, such as of `POST /api/blocks/read/`, in JSON. */
  bodiesOf: (call: string) => unknown[];
  /** The calls so far, such as `GET /api/requests/`, in order. */
  calls: () => string[];
  /** Passes answers unchanged again. */
  reset: () => void;
  close: () => Promise<void>;
};

/** An answer of the service after a lie. */
function changed(truth: Buffer, { change }: Lie, isJson: boolean): string | Uint8Array {
  const answer = change((isJson ? (JSON.parse(truth.toString()) as unknown) : truth) as never);
  return answer instanceof Uint8Array ? answer : JSON.stringify(answer);
}

export async function liarBefore(target: string): Promise<Liar> {
  let lies: Lie[] = [];
  const calls: { call: string; body: Buffer }[] = [];
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '/', headers } = request;
    const body = await buffer(request);
    calls.push({ call: `${method} ${url.split('?')[0]}`, body });
    const { host: _, connection: __, 'content-length': ___, ...forwarded } = headers;
    const answer = await fetch(target + url, {
      method,
      headers: forwarded as Record<string, string>,
      ...(body.length > 0 ? { body } : {}),
    });
    const truth = Buffer.from(await answer.arrayBuffer());
    const lie = lies.find(({ of }) => of(`${method} ${url.split('?')[0]}`));
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
    const reply = lie && answer.ok ? changed(truth, lie, isJson) : truth;
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
    response.end(reply);
  };
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lie: (call, change) => void lies.push({ of: (made) => made === call, change }),
    bodiesOf: (wanted) =>
      calls.flatMap(({ call, body }) => (call === wanted ? [JSON.parse(body.toString()) as unknown] : [])),
    calls: () => calls.map(({ call }) => call),
    reset: () => void (lies = []),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
