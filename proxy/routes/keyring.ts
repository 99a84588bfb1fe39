/** One's own keyring: whether it is open, its recovery words, its passphrase. */
import type { FastifyInstance } from 'fastify';
import {
  beginKeyring,
  confirmPhrase,
  getKeyring,
  lockKeyring,
  restoreKeyring,
  setPassphrase,
  showPhrase,
  unlockKeyring,
  waivePhrase,
  type Keyring as KeyringStanding,
} from '#contract/keyring.ts';
import { HttpProblem, invalid } from '#host/problem.ts';
import type { Keyring } from '../keyring/keyring.ts';
import type { Keyrings } from '../keyring/keyrings.ts';
import { KeyringError } from '../keyring/keyringError.ts';
import { earlierKeys, evidenceOf, requireNoEarlierKeys } from '../restoring/evidence.ts';
import { restore } from '../restoring/restore.ts';
import type { OpenKeyring } from '../schemas.ts';
import type { Upstream } from '../upstream.ts';
import type { Asker } from '../who.ts';
import { callerOf, serve } from './access.ts';

type Deps = { keyrings: Keyrings; openKeyring: OpenKeyring; upstream: Upstream };

export function keyringRoutes(app: FastifyInstance, { keyrings, openKeyring, upstream }: Deps): void {
  const standing = async (asker: Asker): Promise<KeyringStanding> => {
    const found = await keyrings
      .standing(asker.user, () => requireNoEarlierKeys(upstream, asker))
      .catch((error: unknown) => {
        if (error instanceof KeyringError && error.code === 'missing') return null;
        throw error;
      });
    if (!found) {
      const earlier = earlierKeys(await evidenceOf(upstream, asker)) ?? { devices: [], schemas: [] };
      return { state: 'missing', phrase: null, passphrase: 'file', device_id: null, earlier };
    }
    const { keyring, passphrase } = found;
    return {
      state: keyring ? 'open' : 'locked',
      phrase: keyring?.phraseState ?? null,
      passphrase,
      device_id: keyring?.identity?.device ?? null,
    };
  };
  /** @throws {HttpProblem} 409 once the words were confirmed or waived. */
  const unsettled = async (asker: Asker): Promise<Keyring> => {
    const keyring = await openKeyring(asker);
    if (keyring.phraseState !== 'unseen')
      throw new HttpProblem(409, 'The recovery words were shown already. On this machine `npm run proxy -- keyring backup` shows them again.'); // prettier-ignore
    return keyring;
  };

  serve(app, getKeyring, ({ request }) => standing(callerOf(request)));

  serve(app, showPhrase, async ({ request }) => {
    const keyring = await unsettled(callerOf(request));
    return {
      words: keyring.phrase().split(' '),
      created: keyring.created,
      sets: keyring.phrases().length,
    };
  });

  serve(app, confirmPhrase, async ({ body, request }) => {
    const caller = callerOf(request);
    const keyring = await unsettled(caller);
    const words = keyring.phrase().split(' ');
    if (new Set(body.words.map(({ position }) => position)).size < body.words.length)
      throw invalid({ words: ['Give three different words.'] });
    const wrong = body.words.find(({ position, word }) => words[position - 1] !== word.trim().toLowerCase());
    if (wrong)
      throw invalid({ words: [`Word ${wrong.position} is not the one that was shown. Look at what you have written down.`] }); // prettier-ignore
    await keyring.settlePhrase('confirmed');
    return standing(caller);
  });

  serve(app, waivePhrase, async ({ request }) => {
    const caller = callerOf(request);
    await (await unsettled(caller)).settlePhrase('waived');
    return standing(caller);
  });

  serve(app, unlockKeyring, async ({ body, request }) => {
    const caller = callerOf(request);
    await keyrings.unlock(caller.user, body.passphrase);
    return standing(caller);
  });

  serve(app, restoreKeyring, async ({ body, request }) => {
    const caller = callerOf(request);
    await restore({ keyrings, upstream }, caller, body.words);
    return standing(caller);
  });

  serve(app, beginKeyring, async ({ request }) => {
    const caller = callerOf(request);
    await keyrings.forUser(caller.user, async () => undefined);
    return standing(caller);
  });

  serve(app, lockKeyring, async ({ request }) => {
    const caller = callerOf(request);
    const { passphrase } = await keyrings.standing(caller.user);
    if (passphrase === 'file')
      throw new HttpProblem(422, 'This keyring opens by its passphrase file, so locking it would keep nobody out. Choose a passphrase of your own first.'); // prettier-ignore
    keyrings.lock(caller.user);
    return standing(caller);
  });

  serve(app, setPassphrase, async ({ body, request }) => {
    const caller = callerOf(request);
    await keyrings.setPassphrase(caller.user, body.passphrase, body.old);
    return standing(caller);
  });
}
