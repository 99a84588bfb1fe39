/** Schemas as one person sees them, with the keys that this person's keyring has for them. */
import { fieldsOf, type Field, type JsonSchema } from '@cloakroom/contract/fields.ts';
import { putKeyChecks } from '@cloakroom/contract/keyChecks.ts';
import { getSchema, type Schema } from '@cloakroom/contract/schemas.ts';
import { shortIdPattern } from '@cloakroom/contract/reference.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { definitionDigest } from './definitions/digest.ts';
import type { Keyring } from './keyring/keyring.ts';
import { holdsQueryKey, keyChecksOf } from './schemaKeys.ts';
import type { Credentials } from './credentials.ts';
import type { Upstream } from './upstream.ts';
import type { Principal } from './callers.ts';

/**
 * Opens a person's keyring; {@link HttpProblem} 422 with the keyring's own words when it stays shut. With credentials it is
 * made for a person who had no keys before; without them none is ever made.
 */
export type OpenKeyring = (principal: { user: string; credentials?: Credentials }) => Promise<Keyring>;

/** A schema with its fields in order and the keyring of the person who asked. */
export type OwnSchema = { schema: Schema; fields: Field[]; keyring: Keyring };

/** Finds schemas for people. */
export type Schemas = {
  /** @throws {HttpProblem} 404 for a schema that this person may not see, 422 when its keys went back to earlier ones. */
  of(caller: Principal, id: string): Promise<OwnSchema>;
  /** The same, also where its keys went back to earlier ones: to look at it, not to seal or to open anything. */
  ofAnyGeneration(caller: Principal, id: string): Promise<OwnSchema>;
  /**
   * Holds a definition that is only shown against the one that is known here, where the person's keys allow it.
   * @throws {HttpProblem} 422 for another one than its owners have signed.
   */
  requireKnownDefinition(caller: Principal, schema: Schema): Promise<void>;
  /** The schema with key checks, stored now if it had none and this person created it. */
  withKeyChecks(caller: Principal, schema: Schema): Promise<Schema>;
};

/**
 * @param newestKeys - the newest generation of a schema's keys that this machine ever saw in use.
 * @param isOtherDefinition - whether a definition is another one than was seen here last.
 * @param admitDefinition - resolves when the definition that is shown is the one that records were sealed with; throws otherwise.
 * @param admitEarlier - resolves when an owner has accepted the earlier keys that a schema has now; throws otherwise.
 */
export function openSchemas(
  upstream: Upstream,
  openKeyring: OpenKeyring,
  newestKeys: (schema: string) => number,
  isOtherDefinition: (schema: Schema, fields: Field[]) => Promise<boolean> = () => Promise.resolve(false),
  admitDefinition: (caller: Principal, own: OwnSchema) => Promise<unknown> = () => Promise.resolve(),
  admitEarlier: (caller: Principal, own: OwnSchema) => Promise<unknown> = () => Promise.resolve(),
): Schemas {
  const withKeyChecks = async ({ user, credentials }: Principal, schema: Schema): Promise<Schema> => {
    if (schema.key_checks) return schema;
    const key_checks = keyChecksOf(await openKeyring({ user, credentials }), schema, schema.generation);
    try {
      const stored = await upstream.call(putKeyChecks, {
        credentials,
        params: { id: schema.id },
        body: { key_checks },
      });
      requireSameSchema(stored, schema.schema, schema.id);
      return { ...stored, generation: schema.generation, key_checks };
    } catch (error) {
      // Only its creator may store them, and only once. Others see the schema as it is.
      if (error instanceof HttpProblem && (error.status === 403 || error.status === 409))
        return upstream.call(getSchema, { credentials, params: { id: schema.id } });
      throw error;
    }
  };
  const load = async (caller: Principal, id: string): Promise<OwnSchema> => {
    const [schema, keyring] = await Promise.all([
      upstream.call(getSchema, { credentials: caller.credentials, params: { id } }),
      openKeyring(caller),
    ]);
    // Ids name files here: what is no id, or another one, leads nowhere.
    if (schema.id !== id || !shortIdPattern.test(id)) throw unexpectedSchema();
    return { schema, fields: fieldsOf(schema.schema), keyring };
  };
  return {
    withKeyChecks: withKeyChecks,
    ofAnyGeneration: load,
    async requireKnownDefinition(caller, schema) {
      const fields = fieldsOf(schema.schema);
      if (!(await isOtherDefinition(schema, fields))) return;
      const keyring = await openKeyring(caller).catch((error: unknown) => {
        if (error instanceof HttpProblem) return null;
        throw error;
      });
      // A person without the schema's keys can't check its signed list of segments.
      const holds = keyring && holdsQueryKey(keyring, schema);
      if (keyring && (holds!(schema.generation) || holds!(newestKeys(schema.id))))
        await admitDefinition(caller, { schema, fields, keyring });
    },
    async of(caller, id) {
      // Read before asking: an answer that a newer one overtakes is no alarm.
      const newest = newestKeys(id);
      const own = await load(caller, id);
      // Holders of the earlier keys may not be meant to read what would be sealed now.
      if (own.schema.generation < newest) {
        await admitEarlier(caller, own);
        if (own.schema.generation < newestKeys(id)) throw earlierKeys(own.schema.name);
      }
      const checked = { ...own, schema: await withKeyChecks(caller, own.schema) };
      if (await isOtherDefinition(checked.schema, checked.fields)) await admitDefinition(caller, checked);
      return checked;
    },
  };
}

/**
 * Holds the service's answer to a change against what was asked for.
 * @throws {HttpProblem} 502 for another schema or definition.
 */
export function requireSameSchema(answer: Schema, definition: JsonSchema, id = answer.id): void {
  const digests = [answer.schema, definition].map((one) => definitionDigest(id, fieldsOf(one)));
  if (answer.id !== id || !shortIdPattern.test(id) || digests[0] !== digests[1])
    throw new HttpProblem(
      502,
      'The service answers with another schema or definition than was sent. Load the page again, and tell the operator of the service if it differs there too.',
    );
}

export const unexpectedSchema = () =>
  new HttpProblem(502, 'The service answers with another schema than was asked for.');

const earlierKeys = (name: string) =>
  new HttpProblem(
    422,
    `The service says that the schema "${name}" has earlier keys than it had already, so they are not used. If a backup was restored, one of its owners can accept them on its page of records. Otherwise tell the operator of the service.`,
  );
