/** `status`: which proxy and service answer, who is signed in, and whether the keyring is open. */
import { getKeyring } from '@cloakroom/contract/keyring.ts';
import { getStatus } from '@cloakroom/contract/status.ts';
import { getSelf } from '@cloakroom/contract/users.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { openUpstream } from '../upstream.ts';
import type { LocalCommand } from './command.ts';
import type { Settings } from './settings.ts';
import { findProxy, withConnection } from './session.ts';
import { signedIn, type SignedIn } from './signedIn.ts';

export const status: LocalCommand = {
  usage: '',
  options: {},
  runLocally: async (settings) => {
    const [proxy, service, account] = [
      await findProxy(settings),
      await serviceStatus(settings),
      await signedIn(settings),
    ];
    return {
      proxy: { running: proxy !== null, url: proxy },
      service,
      ...(account && service.reachable
        ? await accountStatus(settings, account)
        : { signed_in: null, keyring: null }),
    };
  },
};

/** The service of the settings. A running proxy may have been started with other settings. */
async function serviceStatus({ config }: Settings) {
  const upstream = openUpstream(config.upstream);
  const url = upstream.origin;
  try {
    const { api_version } = await upstream.call(getStatus, { credentials: {} });
    return { url, reachable: true, api_version };
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error;
    return { url, reachable: false, problem: error.message };
  } finally {
    await upstream.close();
  }
}

/** @throws {HttpProblem} 401 for credentials that are not accepted any more. */
const accountStatus = (settings: Settings, { by, credentials }: SignedIn) =>
  withConnection(settings, async ({ session }) => {
    const { call } = session(credentials);
    const { id: user, email, token } = await call(getSelf, { query: {} });
    // API tokens may not ask about the keyring.
    const keyring = token ? null : await call(getKeyring, {});
    return { signed_in: { email, user, by, ...(token && { token }) }, keyring };
  });
