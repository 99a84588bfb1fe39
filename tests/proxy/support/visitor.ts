/** A browser or a program at a proxy: stores cookies, sends the CSRF token and the origin of its page. */
import { Keyring } from '@cloakroom/contract/keyring.ts';
import type { Headers, TestProxy } from './proxy.ts';

export type Visitor = {
  jar: Map<string, string>;
  send: (method: string, path: string, body?: unknown, extra?: Headers) => Promise<Response>;
  /** Signs in and expects success. */
  signIn: (login: string, password: string) => Promise<void>;
  keyring: () => Promise<Keyring>;
  /** The same browser at another proxy, such as a restarted one. */
  at: (other: Pick<TestProxy, 'url'>) => Visitor;
};

/** @param more - headers that are sent with every call, such as a program's credentials. */
export function visitor(
  proxy: Pick<TestProxy, 'url'>,
  more: Headers = {},
  jar = new Map<string, string>(),
): Visitor {
  const send = async (method: string, path: string, body?: unknown, extra: Headers = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(proxy.url + path, {
      method,
      redirect: 'manual',
      headers: {
        origin: proxy.url,
        'content-type': 'application/json',
        'x-csrftoken': jar.get('csrftoken') ?? '',
        ...(cookie === '' ? {} : { cookie }),
        ...more,
        ...extra,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const text of answer.headers.getSetCookie()) {
      const [, name = '', value = '', rest = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(text) ?? [];
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(rest)) jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  };
  return {
    jar,
    send,
    async signIn(login, password) {
      const answer = await send('POST', '/api/accounts/login/', { login, password });
      if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
    },
    async keyring() {
      const answer = await send('GET', '/api/keyring/');
      if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
      return Keyring.parse(await answer.json());
    },
    at: (other) => visitor(other, more, jar),
  };
}
