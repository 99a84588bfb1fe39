/** API tokens that are created through a proxy. */
import { NewApiToken } from '@cloakroom/contract/apiTokens.ts';
import { tokenBody, type TokenOptions } from '#tests/service/support/apiTokens.ts';
import type { Someone } from '#tests/service/support/people.ts';
import type { TestService } from '#tests/service/support/service.ts';
import { actor } from './proxy.ts';

/** Creates a token as its person. @returns it with the calls that are made with it. */
export async function tokenAt(
  service: Pick<TestService, 'clock'>,
  proxy: Parameters<typeof actor>[0],
  who: Someone,
  options: TokenOptions = {},
) {
  const answer = await actor(proxy, who.headers).send(
    'POST',
    '/api/tokens/',
    tokenBody(service, who, options),
  );
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  const token = NewApiToken.parse(await answer.json());
  const headers = { authorization: `Bearer ${token.secret}` };
  return { ...token, headers, calls: actor(proxy, headers) };
}
