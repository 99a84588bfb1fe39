/** One's own keyring: whether it is open, its recovery words, its passphrase. */
import type { FastifyInstance } from 'fastify';
import {
  confirmPhrase,
  getKeyring,
  lockKeyring,
  setPassphrase,
  showPhrase,
  unlockKeyring,
  waivePhrase,
  type Keyring as KeyringStanding,
} from '#contract/keyring.ts';
import { HttpProblem, invalid } from '#host/problem.ts';
import type { Keyring } from '../keyring/keyring.ts';
import type { Keyrings } from '../keyring/keyrings.ts';
import type { OpenKeyring } from '../schemas.ts';
import { callerOf, serve } from './access.ts';

type Deps = {
  keyrings: Pick<Keyrings, 'unlock' | 'setPassphrase' | 'standing' | 'lock'>;
  openKeyring: OpenKeyring;
};

export function keyringRoutes(app: FastifyInstance, { keyrings, openKeyring }: Deps): void {
  const standing = async (user: string): Promise<KeyringStanding> => {
    const { keyring, passphrase } = await keyrings.standing(user);
    return {
      state: keyring ? 'open' : 'locked',
      phrase: keyring?.phraseState ?? null,
      passphrase,
      device_id: keyring?.identity?.device ?? null,
    };
  };
  /** @throws {HttpProblem} 409 once the words were confirmed or waived. */
  const unsettled = async (user: string): Promise<Keyring> => {
    const keyring = await openKeyring(user);
    if (keyring.phraseState !== 'unseen')
      throw new HttpProblem(409, 'The recovery words were shown already. On this machine `npm run proxy -- keyring backup` shows them again.'); // prettier-ignore
    return keyring;
  };

  serve(app, getKeyring, ({ request }) => standing(callerOf(request).user));

  serve(app, showPhrase, async ({ request }) => ({
    words: (await unsettled(callerOf(request).user)).phrase().split(' '),
  }));

  serve(app, confirmPhrase, async ({ body, request }) => {
    const { user } = callerOf(request);
    const keyring = await unsettled(user);
    const words = keyring.phrase().split(' ');
    if (new Set(body.words.map(({ position }) => position)).size < body.words.length)
      throw invalid({ words: ['Give three different words.'] });
    const wrong = body.words.find(({ position, word }) => words[position - 1] !== word.trim().toLowerCase());
    if (wrong)
      throw invalid({ words: [`Word ${wrong.position} is not the one that was shown. Look at what you have written down.`] }); // prettier-ignore
    await keyring.settlePhrase('confirmed');
    return standing(user);
  });

  serve(app, waivePhrase, async ({ request }) => {
    const { user } = callerOf(request);
    await (await unsettled(user)).settlePhrase('waived');
    return standing(user);
  });

  serve(app, unlockKeyring, async ({ body, request }) => {
    const { user } = callerOf(request);
    await keyrings.unlock(user, body.passphrase);
    return standing(user);
  });

  serve(app, lockKeyring, async ({ request }) => {
    const { user } = callerOf(request);
    const { passphrase } = await keyrings.standing(user);
    if (passphrase === 'file')
      throw new HttpProblem(422, 'This keyring opens by its passphrase file, so locking it would keep nobody out. Choose a passphrase of your own first.'); // prettier-ignore
    keyrings.lock(user);
    return standing(user);
  });

  serve(app, setPassphrase, async ({ body, request }) => {
    const { user } = callerOf(request);
    await keyrings.setPassphrase(user, body.passphrase, body.old);
    return standing(user);
  });
}
