/** A local server that replaces all third parties: it records requests and answers them. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export type ReceivedRequest = { path: string; body: string };
export type ThirdPartyServer = { url: string; requests: ReceivedRequest[]; close: () => Promise<void> };

/** The account that signs in with Google. */
export const visitor = { email: 'grace@example.org', given_name: 'Grace', family_name: 'Hopper' };
export const clientId = 'client-of-the-console';

/** Each script marks the page, so that a test can see that it ran. */
const scripts: Record<string, string> = {
  '/pricing.js': `customElements.define('stripe-pricing-table', class extends HTMLElement {
    connectedCallback() { this.textContent = 'Plans for ' + this.getAttribute('customer-email'); }
  });`,
  '/chat.js': `globalThis.Intercom = (command, { name } = {}) => {
    document.documentElement.dataset.chat = command === 'shutdown' ? '' : command + ' ' + name;
  };`,
  '/google.js': `document.documentElement.dataset.google = globalThis.dataLayer.length;`,
  '/meta.js': `document.documentElement.dataset.meta = globalThis.fbq.queue.length;`,
  '/linkedin.js': `document.documentElement.dataset.linkedin = globalThis._linkedin_partner_id;`,
};

export async function startThirdPartyServer(): Promise<ThirdPartyServer> {
  const requests: ReceivedRequest[] = [];
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  let url = '';

  const idToken = (nonce: string) =>
    new SignJWT({ ...visitor, email_verified: true, nonce })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(url)
      .setSubject('1234')
      .setAudience(clientId)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey);

  const server = createServer((request, reply) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://third-party');
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      requests.push({ path: pathname, body });
      void answer(pathname, searchParams).then(({ type, text, redirect }) => {
        reply.setHeader('Access-Control-Allow-Origin', '*');
        reply.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
        if (redirect) reply.writeHead(302, { Location: redirect }).end();
        else reply.writeHead(200, { 'Content-Type': type ?? 'application/json' }).end(text);
      });
    });
  });

  async function answer(
    path: string,
    query: URLSearchParams,
  ): Promise<{ type?: string; text?: string; redirect?: string }> {
    if (scripts[path]) return { type: 'text/javascript', text: scripts[path] };
    if (path === '/jwks') return { text: JSON.stringify({ keys: [jwk] }) };
    if (path === '/video') return { type: 'text/html', text: '<title>Video</title><p>A tutorial</p>' };
    if (path === '/v1/customers') return { text: JSON.stringify({ id: 'cus_1', object: 'customer' }) };
    if (path === '/authorize') {
      const parameters = new URLSearchParams({
        id_token: await idToken(query.get('nonce') ?? ''),
        state: query.get('state') ?? '',
      });
      return { redirect: `${query.get('redirect_uri') ?? ''}#${parameters.toString()}` };
    }
    return { text: '{}' };
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    requests,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/**
 * The settings that enable all integrations, for the build and for both servers.
 * @param host - the host of the console, which becomes the beta host.
 */
export const thirdPartySettings = (url: string, host: string): Record<string, string> => ({
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_ISSUER: url,
  GOOGLE_JWKS_URL: `${url}/jwks`,
  STRIPE_SECRET_KEY: 'sk_test_stub',
  STRIPE_API_URL: url,
  VITE_GOOGLE_CLIENT_ID: clientId,
  VITE_GOOGLE_SIGN_IN_URL: `${url}/authorize`,
  VITE_STRIPE_PRICING_TABLE_ID: 'prctbl_1',
  VITE_STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  VITE_STRIPE_SCRIPT_URL: `${url}/pricing.js`,
  VITE_CHAT_APP_ID: 'app1',
  VITE_CHAT_SCRIPT_URL: `${url}/chat.js`,
  VITE_TUTORIAL_VIDEO_URL: `${url}/video`,
  VITE_PIXELS: ['google', 'meta', 'linkedin'].map((name) => `${name}=id1@${url}/${name}.js`).join(','),
  VITE_BILLING_URL: `${url}/billing`,
  VITE_BETA_HOST: host,
  VITE_FIRST_GENERATION_URL: `${url}/first`,
  VITE_SENTRY_DSN: `${url.replace('://', '://key@')}/7`,
});
