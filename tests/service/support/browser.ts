/** A browser towards the service: keeps cookies, says where its page comes from, sends the token. */
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #app: FastifyInstance;
  /** Where the page comes from. */
  origin = 'http://localhost:8080';

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  /** Send a call as the console does; `headers` win over what the browser would send, and `undefined` leaves one out. */
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

  /** Sign in with a person's e-mail address. */
  async signIn(email: string, password: string): Promise<LightMyRequestResponse> {
    return this.post('/api/accounts/login/', { login: email, password });
  }

  /** Whether the service takes this browser for somebody. */
  async signedIn(): Promise<boolean> {
    return (await this.get('/api/users/self/')).statusCode === 200;
  }
}
