/** A browser at the service: stores cookies, sends its origin and the CSRF token. */
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #app: FastifyInstance;
  /** The origin of the page. */
  origin = 'http://localhost:8080';

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  /** Sends a call as the console does; `headers` override what the browser would send, and `undefined` omits one. */
  async call(
    method: Method,
    url: string,
    body?: unknown,
    headers: Record<string, string | undefined> = {},
  ): Promise<LightMyRequestResponse> {
    const all: Record<string, string | undefined> = {
      origin: this.origin,
      'x-csrftoken': this.cookies.get('csrftoken'),
      cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...headers,
    };
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    const request: InjectOptions = { method, url, headers: sent };
    if (body !== undefined) request.payload = body as NonNullable<InjectOptions['payload']>;
    const response = await this.#app.inject(request);
    for (const { name, value, maxAge, expires } of response.cookies)
      if (maxAge === 0 || (expires && expires.getTime() < Date.now())) this.cookies.delete(name);
      else this.cookies.set(name, value);
    return response;
  }

  get = (url: string) => this.call('GET', url);
  post = (url: string, body?: unknown, headers?: Record<string, string | undefined>) =>
    this.call('POST', url, body, headers);

  /** Signs in with a person's e-mail address. */
  async signIn(email: string, password: string): Promise<LightMyRequestResponse> {
    return this.post('/api/accounts/login/', { login: email, password });
  }

  /** Whether this browser is signed in. */
  async signedIn(): Promise<boolean> {
    return (await this.get('/api/users/self/')).statusCode === 200;
  }
}
