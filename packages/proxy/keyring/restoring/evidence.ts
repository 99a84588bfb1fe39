/** What the service knows of a person's earlier keys: shows whether a keyring was lost, and which recovery words match. */
import { listIdentities, type Identity } from '@cloakroom/contract/identities.ts';
import type { EarlierKeys } from '@cloakroom/contract/keyring.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { listSchemas, Schema } from '@cloakroom/contract/schemas.ts';
import { KeyringError } from '../keyringError.ts';
import { paginate } from '../../paginate.ts';
import type { Upstream } from '../../upstream.ts';
import type { Principal } from '../../callers.ts';

/** The identities of a person, and every schema that they may see. */
export type Evidence = { user: string; identities: Identity[]; schemas: Schema[] };

/** @throws {HttpProblem} the service's refusal, 503 if it is unreachable. */
export async function evidenceOf(upstream: Upstream, { user, credentials }: Principal): Promise<Evidence> {
  const [identities, listed] = await Promise.all([
    paginate((page) => upstream.call(listIdentities, { credentials, query: page })),
    paginate((page) => upstream.call(listSchemas, { credentials, query: page })),
  ]);
  // A schema whose definition can't be parsed is no evidence.
  const schemas = listed.flatMap((item) => Schema.safeParse(item).data ?? []);
  return { user, identities, schemas };
}

/** Whether a schema's keys of a generation came from the person's keyring; undefined if the service does not say. */
export function isMaker(
  { user }: Evidence,
  { creator, keys_by, generation: newest }: Schema,
  generation: number,
) {
  if (generation === 1) return creator === undefined ? undefined : idIn(creator) === user;
  if (generation === newest) return keys_by === undefined ? undefined : idIn(keys_by) === user;
  return undefined;
}

/** The devices and schemas that prove that a person had keys; null if there are none. */
export function earlierKeys(evidence: Evidence): EarlierKeys | null {
  const devices = evidence.identities.map(({ device_id, created }) => ({ device_id, created }));
  const schemas = evidence.schemas
    .filter((schema) => schema.key_checks !== null && madeKeys(evidence, schema))
    .map(({ id, name, created }) => ({ id, name, created }));
  return devices.length + schemas.length > 0 ? { devices, schemas } : null;
}

const madeKeys = (evidence: Evidence, schema: Schema) =>
  isMaker(evidence, schema, 1) === true || isMaker(evidence, schema, schema.generation) === true;

/**
 * Allows creating a keyring only for a person who had no keys before.
 * @throws {KeyringError} `missing`, with what to do, for a person who had; {@link HttpProblem} if the service is unreachable.
 */
export async function requireNoEarlierKeys(upstream: Upstream, principal: Principal): Promise<void> {
  const earlier = earlierKeys(await evidenceOf(upstream, principal));
  if (earlier === null) return;
  const [device] = earlier.devices;
  const had = device
    ? `you had keys on the device ${device.device_id} since ${dayOf(device.created)}`
    : `you made the keys of the schema "${earlier.schemas[0]!.name}" on ${dayOf(earlier.schemas[0]!.created)}`;
  throw new KeyringError(
    'missing',
    `This machine has no keys of yours, but ${had}. Enter your 24 recovery words under Identities, and everything opens again. Without the words, start with new keys there, and ask a data owner or another device of yours for the keys.`,
  );
}

/** "2026-11-23". */
const dayOf = (timestamp: string) => timestamp.slice(0, 10);
