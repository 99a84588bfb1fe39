/** A lying service whose lies change parsed answers, for tests that change or count calls by their bodies. */
import { lyingService, type RawRequest } from '#tests/support/lyingService.ts';

export type Liar = {
  url: string;
  /**
   * Changes successful answers to a call from now on.
   * @param call - such as `GET /api/requests/`; the query is omitted.
   * @param change - gets parsed JSON, or a Buffer if the answer is not JSON.
   */
  lie: (call: string, change: (answer: never) => unknown) => void;
  /** The parsed JSON bodies of the calls so far, such as of `POST /api/blocks/read/`. */
  bodiesOf: (call: string) => unknown[];
  /** The calls so far, such as `GET /api/requests/`, in order. */
  calls: () => string[];
  /** Forwards answers unchanged again. */
  reset: () => void;
  close: () => Promise<void>;
};

const callOf = ({ method, url }: RawRequest): string => `${method} ${url.split('?')[0]}`;

/** Starts a lying service in front of the one at `target`. */
export async function liarBefore(target: string): Promise<Liar> {
  const { url, requests, lie, reset, close } = await lyingService(target);
  return {
    url,
    lie: (call, change) =>
      lie(call, ({ status, headers, body }) => {
        if (status < 200 || status > 299) return {};
        const isJson = String(headers['content-type']).includes('json');
        const answer = change((isJson ? (JSON.parse(body.toString()) as unknown) : body) as never);
        return answer instanceof Uint8Array
          ? { body: Buffer.from(answer) }
          : { text: JSON.stringify(answer) };
      }),
    bodiesOf: (call) =>
      requests
        .filter((request) => callOf(request) === call)
        .map(({ body }) => JSON.parse(body.toString()) as unknown),
    calls: () => requests.map(callOf),
    reset,
    close,
  };
}
