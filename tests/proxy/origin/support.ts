/** A proxy before a lying service, and people who have keyrings there. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startProxy, type Headers } from '#tests/proxy/support/proxy.ts';
import { visitor, type Visitor } from '#tests/proxy/support/visitor.ts';
import { password, person, type Someone } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';
import { lyingService } from '#tests/support/lyingService.ts';

export const newPassword = 'another battery horse';
export const jsonHeaders = { 'content-type': 'application/json' };
/** The answer to a sign-in with any password. */
export const welcome = {
  status: 200,
  headers: { ...jsonHeaders, 'set-cookie': ['sessionid=chosen; Path=/', 'csrftoken=chosen; Path=/'] },
  text: '{"detail": "Login successful"}',
};
export const basic = (email: string, secret: string): Headers => ({
  authorization: `Basic ${Buffer.from(`${email}:${secret}`).toString('base64')}`,
});

/** The 24 words of a keyring that has not shown them yet. */
export const wordsOf = async (calls: Visitor): Promise<string> => {
  const answer = await calls.send('POST', '/api/keyring/phrase/');
  return ((await answer.json()) as { words: string[] }).words.join(' ');
};

/** Whether calls that need keys work. */
export const opens = async (calls: Visitor): Promise<boolean> => {
  const { status } = await calls.send('GET', '/api/materials/overrides/');
  expect([200, 403]).toContain(status);
  return status === 200;
};

export async function startLied() {
  const service = await startService({ listen: true });
  const liar = await lyingService(service.url);
  const proxy = await startProxy(liar.url);
  const keyringFile = ({ user }: Someone, end: string) =>
    join(proxy.dataDir, 'keyrings', `${user.id}.${end}`);
  return {
    service,
    liar,
    proxy,
    keyringFile,
    passphraseOf: async (who: Someone) => (await readFile(keyringFile(who, 'passphrase'), 'utf8')).trim(),
    /** A person with a keyring at this proxy. */
    victim: async (): Promise<Someone> => {
      const who = await person(service);
      expect((await visitor(proxy, who.headers).keyring()).state).toBe('open');
      return who;
    },
    signedIn: async ({ user }: Someone, secret = password): Promise<Visitor> => {
      const browser = visitor(proxy);
      await browser.signIn(user.email, secret);
      return browser;
    },
    /** Changes the password at the service, where this proxy does not see it. */
    changeElsewhere: async ({ headers }: Someone): Promise<void> => {
      const answer = await fetch(`${service.url}/api/accounts/change-password/`, {
        method: 'POST',
        headers: { ...headers, ...jsonHeaders },
        body: JSON.stringify({
          old_password: password,
          password: newPassword,
          password_confirm: newPassword,
        }),
      });
      expect(answer.status).toBe(200);
    },
    /** Makes the service name this person as every caller. */
    nameEverybody: async ({ user, headers }: Someone): Promise<void> => {
      const answer = await fetch(`${service.url}/api/users/self/`, { headers });
      const text = await answer.text();
      expect(text).toContain(user.id);
      liar.lie('GET /api/users/self/', () => ({ status: 200, headers: jsonHeaders, text }));
    },
    close: async () => {
      await proxy.close();
      await liar.close();
      await service.close();
    },
  };
}
