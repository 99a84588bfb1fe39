/** A stand-in for Google: a key set on loopback, and tokens signed with its key. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

export type Issuer = {
  issuer: string;
  jwksUrl: string;
  /** The public key as PEM, for tests that misuse it as a secret. */
  publicPem: string;
  /** A token that is valid except for the claims given; `undefined` omits one. */
  token: (claims?: Record<string, unknown>, header?: { kid?: string }) => Promise<string>;
  /** How many times the key set was fetched. */
  fetches: () => number;
  /** Sets what the key set's address does from now on: answer, hang, or fail. */
  setBehaviour: (behaviour: 'up' | 'hangs' | 'broken') => void;
  close: () => Promise<void>;
};

export async function startIssuer(clientId: string): Promise<Issuer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'first', alg: 'RS256', use: 'sig' };
  let fetches = 0;
  let behaviour: 'up' | 'hangs' | 'broken' = 'up';
  const server = createServer((_request, response) => {
    fetches++;
    if (behaviour === 'up')
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ keys: [jwk] }));
    if (behaviour === 'broken') response.writeHead(500).end('no keys today');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = 'https://issuer.example';
  return {
    issuer,
    jwksUrl: `${origin}/certs`,
    publicPem: await exportSPKI(publicKey),
    token: (claims = {}, header = {}) => {
      const now = Math.floor(Date.now() / 1000);
      const all: JWTPayload = {
        iss: issuer,
        aud: clientId,
        sub: 'subject-1',
        email: 'grace@example.org',
        email_verified: true,
        given_name: 'Grace',
        family_name: 'Hopper',
        // Some minutes ago, because the service's clock does not advance after its start.
        iat: now - 300,
        exp: now + 3600,
        ...claims,
      };
      const present = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
      return new SignJWT(present)
        .setProtectedHeader({ alg: 'RS256', kid: 'first', ...header })
        .sign(privateKey);
    },
    fetches: () => fetches,
    setBehaviour: (next) => (behaviour = next),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
