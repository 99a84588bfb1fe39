/** Identities, requests and materials as a proxy would leave them at the service. */
import { identities, materials, requests } from '#service/db/schema.ts';
import { newId } from '#service/newId.ts';
import type { Someone } from './people.ts';
import type { TestService } from './service.ts';

const day = 24 * 60 * 60 * 1000;

/** Someone's identity on a device of its own. */
export async function identityOf(
  { database }: Pick<TestService, 'database'>,
  { user }: Pick<Someone, 'user'>,
): Promise<string> {
  const id = newId();
  await database.insert(identities).values({
    id,
    user: user.id,
    device: newId(),
    primaryPublicKey: `signs-${id}`,
    subPublicKey: `receives-${id}`,
  });
  return id;
}

/** A request for one key; outstanding unless told otherwise. */
export async function requestFor(
  { database }: Pick<TestService, 'database'>,
  given: { identity: string; schema: string; fieldName?: string; fulfilled?: Date; expires?: Date },
): Promise<string> {
  const id = newId();
  await database
    .insert(requests)
    .values({ fieldName: '__query', expires: new Date(Date.now() + 30 * day), ...given, id });
  return id;
}

/** A material that answers a request; waiting unless told otherwise. */
export async function materialFor(
  { database }: Pick<TestService, 'database'>,
  given: { request: string; uploadedBy: string; proofed?: Date },
): Promise<string> {
  const id = newId();
  await database
    .insert(materials)
    .values({ payload: 'sealed', signature: 'signed', proof: '0'.repeat(64), ...given, id });
  return id;
}
