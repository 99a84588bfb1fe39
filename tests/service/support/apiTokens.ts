/** API tokens of a test. */
import type { NewApiToken } from '@cloakroom/contract/apiTokens.ts';
import type { TokenVerb } from '@cloakroom/contract/tokenVerbs.ts';
import type { Someone } from './people.ts';
import type { TestService } from './service.ts';

const dayMs = 24 * 3_600_000;

export type TokenOptions = {
  name?: string;
  organization?: string;
  datasets?: string[] | null;
  verbs?: TokenVerb[];
  /** The id of the service account that it is for. */
  serviceAccount?: string;
  /** Days from now. */
  days?: number;
};

/** The body of a call that creates a token, for all datasets and verbs by default. */
export const tokenBody = (
  { clock }: Pick<TestService, 'clock'>,
  { organization }: Pick<Someone, 'organization'>,
  options: TokenOptions = {},
) => ({
  name: options.name ?? 'Nightly import',
  organization: options.organization ?? organization.id,
  ...(options.serviceAccount && { service_account: options.serviceAccount }),
  datasets: options.datasets ?? null,
  verbs: options.verbs ?? ['read', 'write', 'delete'],
  expires: new Date(clock() + (options.days ?? 30) * dayMs).toISOString(),
});

/** Creates a token at the service. @returns it with the headers of its calls. */
export async function apiToken(
  service: Pick<TestService, 'app' | 'clock'>,
  who: Pick<Someone, 'headers' | 'organization'>,
  options: TokenOptions = {},
): Promise<NewApiToken & { headers: { authorization: string } }> {
  const { app } = service;
  const payload = tokenBody(service, who, options);
  const answer = await app.inject({ method: 'POST', url: '/api/tokens/', headers: who.headers, payload });
  if (answer.statusCode !== 201) throw new Error(`${answer.statusCode} ${answer.body}`);
  const made = answer.json<NewApiToken>();
  return { ...made, headers: { authorization: `Bearer ${made.secret}` } };
}
