/** Service accounts of a test. */
import type { ServiceAccount } from '@cloakroom/contract/serviceAccounts.ts';
import type { Someone } from './people.ts';
import type { TestService } from './service.ts';

/** Creates a service account as an admin. */
export async function serviceAccount(
  { app }: Pick<TestService, 'app'>,
  { headers, organization }: Pick<Someone, 'headers' | 'organization'>,
  name = 'Nightly billing',
): Promise<ServiceAccount> {
  const url = `/api/organizations/${organization.id}/service-accounts/`;
  const answer = await app.inject({ method: 'POST', url, headers, payload: { name } });
  if (answer.statusCode !== 201) throw new Error(`${answer.statusCode} ${answer.body}`);
  return answer.json<ServiceAccount>();
}
