/** Routes of the caller's keyring: status, recovery words, passphrase. */
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
  type Keyring as KeyringStatus,
} from '@cloakroom/contract/keyring.ts';
import { rejectWeakPassword } from '@cloakroom/server-kit/weakPassword.ts';
import { conflict, invalid, unprocessable } from '@cloakroom/server-kit/problem.ts';
import type { Keyring } from '../keyring/keyring.ts';
import type { Keyrings } from '../keyring/keyrings.ts';
import type { Restoring } from '../keyring/restoring/restore.ts';
import type { OpenKeyring } from '../schemas.ts';
import type { KeyringAccess } from '../sessions/keyringAccess.ts';
import type { Principal } from '../callers.ts';
import { callerOf, serve } from './serve.ts';

type Deps = { keyrings: Keyrings; openKeyring: OpenKeyring; restoring: Restoring; access: KeyringAccess };

export function keyringRoutes(
  app: FastifyInstance,
  { keyrings, openKeyring, restoring, access }: Deps,
): void {
  const statusOf = async (principal: Principal): Promise<KeyringStatus> => {
    if (!(await access.allows(principal))) {
      const presence = await keyrings.presence(principal.user);
      const passphrase = presence === 'none' ? 'file' : presence;
      return { state: 'unproven', phrase: null, passphrase, device_id: null };
    }
    const found = await restoring.status(principal);
    if ('earlier' in found)
      return { state: 'missing', phrase: null, passphrase: 'file', device_id: null, earlier: found.earlier };
    const { keyring, passphrase } = found;
    return {
      state: keyring ? 'open' : 'locked',
      phrase: keyring?.phraseState ?? null,
      passphrase,
      device_id: keyring?.identity?.device ?? null,
    };
  };
  /** @throws {HttpProblem} 409 if the words were confirmed or waived. */
  const requireUnseenPhrase = async (principal: Principal): Promise<Keyring> => {
    const keyring = await openKeyring(principal);
    if (keyring.phraseState !== 'unseen')
      throw conflict('The recovery words were shown already. On this machine `npm run proxy -- keyring backup` shows them again.'); // prettier-ignore
    return keyring;
  };

  serve(app, getKeyring, ({ request }) => statusOf(callerOf(request)));

  serve(app, showPhrase, async ({ request }) => {
    const keyring = await requireUnseenPhrase(callerOf(request));
    return {
      words: keyring.phrase().split(' '),
      created: keyring.created,
      sets: keyring.phrases().length,
    };
  });

  serve(app, confirmPhrase, async ({ body, request }) => {
    const caller = callerOf(request);
    const keyring = await requireUnseenPhrase(caller);
    const words = keyring.phrase().split(' ');
    if (new Set(body.words.map(({ position }) => position)).size < body.words.length)
      throw invalid({ words: ['Give three different words.'] });
    const wrong = body.words.find(({ position, word }) => words[position - 1] !== word.trim().toLowerCase());
    if (wrong)
      throw invalid({ words: [`Word ${wrong.position} is not the one that was shown. Look at what you have written down.`] }); // prettier-ignore
    await keyring.setPhraseState('confirmed');
    return statusOf(caller);
  });

  serve(app, waivePhrase, async ({ request }) => {
    const caller = callerOf(request);
    await (await requireUnseenPhrase(caller)).setPhraseState('waived');
    return statusOf(caller);
  });

  serve(app, unlockKeyring, async ({ body, request }) => {
    const caller = callerOf(request);
    await keyrings.unlock(caller.user, body.passphrase);
    await access.admit(caller);
    return statusOf(caller);
  });

  serve(app, restoreKeyring, async ({ body, request }) => {
    const caller = callerOf(request);
    // Words of another seed are added only for a caller who may open the keyring: new keys would be derived from them.
    if (await access.allows(caller)) await restoring.restore(caller, body.words);
    else {
      await restoring.requireOwnWords(caller.user, body.words);
      await access.admit(caller);
    }
    return statusOf(caller);
  });

  serve(app, beginKeyring, async ({ request }) => {
    const caller = callerOf(request);
    if (caller.token) await access.require(caller);
    await keyrings.forUser(caller.user, () => access.admit(caller));
    return statusOf(caller);
  });

  serve(app, lockKeyring, async ({ request }) => {
    const caller = callerOf(request);
    await access.require(caller);
    const { passphrase } = await keyrings.status(caller.user);
    if (passphrase === 'settings')
      throw unprocessable('This keyring opens by the passphrase that the proxy’s settings name, so locking it would have no effect.'); // prettier-ignore
    if (passphrase === 'file')
      throw unprocessable('This keyring opens by its passphrase file, so locking it would have no effect. Choose a passphrase of your own first.'); // prettier-ignore
    keyrings.lock(caller.user);
    return statusOf(caller);
  });

  serve(app, setPassphrase, async ({ body, request }) => {
    const caller = callerOf(request);
    await access.require(caller);
    await rejectWeakPassword(body.passphrase, caller.email, 'passphrase');
    if (await access.isAccountPassword(caller.user, body.passphrase))
      throw invalid({
        passphrase: [
          'This is the password of your account, which the service sees when you sign in. Choose another one for the keyring.',
        ],
      });
    await keyrings.setPassphrase(caller.user, body.passphrase, body.old);
    return statusOf(caller);
  });
}
