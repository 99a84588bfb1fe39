/** Loads schemas for a person, with the keyring that has the keys for them. */
import { LRUCache } from 'lru-cache';
import { fieldsOf, type Field, type JsonSchema } from '@cloakroom/contract/fields.ts';
import { putKeyChecks } from '@cloakroom/contract/keyChecks.ts';
import { getSchema, type Schema } from '@cloakroom/contract/schemas.ts';
import { shortIdPattern } from '@cloakroom/contract/reference.ts';
import { HttpProblem, unprocessable } from '@cloakroom/server-kit/problem.ts';
import { ChangedDefinition } from './definitions/admission.ts';
import { definitionDigest } from './definitions/digest.ts';
import type { Keyring } from './keyring/keyring.ts';
import { holdsQueryKey, keyChecksOf } from './schemaKeys.ts';
import { jobOwnerOf, nameOfOwner, type Credentials } from './credentials.ts';
import type { Upstream } from './upstream.ts';
import type { Principal } from './callers.ts';

/**
 * Opens a person's keyring; throws {@link HttpProblem} 422 with the keyring's message if it can't be opened. With credentials
 * a keyring is created for a person who had no keys before; without them none is created.
 */
export type OpenKeyring = (principal: { user: string; credentials?: Credentials }) => Promise<Keyring>;

/** A schema with its fields in order and the keyring of the person who asked. */
export type OwnSchema = { schema: Schema; fields: Field[]; keyring: Keyring };

/** Schemas for people. */
export type Schemas = {
  /** @throws {HttpProblem} 404 for a schema that this person may not see, 422 if its keys were rolled back. */
  of(caller: Principal, id: string): Promise<OwnSchema>;
  /**
   * The schema as the service last showed it to this person, checked as by {@link Schemas.of}; null if it is not cached. The
   * service has to confirm that it is unchanged before anything of it is shown.
   */
  cached(caller: Principal, id: string): Promise<OwnSchema | null>;
  /**
   * The same for receiving keys: as long as the person lacks the key that verifies the list of segments, the definition is not
   * verified, and counts for nothing.
   */
  forReceiving(caller: Principal, id: string): Promise<OwnSchema>;
  /** The same, even if its keys were rolled back: not to be used for sealing or opening. */
  ofAnyGeneration(caller: Principal, id: string): Promise<OwnSchema>;
  /**
   * Compares a definition with the one known on this machine, if the person has the keys to verify it.
   * @throws {HttpProblem} 422 for a definition that its owners have not signed.
   */
  requireKnownDefinition(caller: Principal, schema: Schema): Promise<void>;
  /** The schema with key checks; stores them if it has none and this person created it. */
  withKeyChecks(caller: Principal, schema: Schema): Promise<Schema>;
};

/** A definition may have hundreds of fields. */
const maxCachedSchemas = 500;

/**
 * @param newestKeys - the newest generation of a schema's keys that this machine has seen.
 * @param isOtherDefinition - whether a definition differs from the last one seen.
 * @param admitDefinition - throws unless the shown definition is the one that records were sealed with.
 * @param admitEarlier - throws unless an owner has accepted the earlier keys that a schema has now.
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
  const shown = new LRUCache<string, Schema>({ max: maxCachedSchemas });
  const nameOf = (caller: Principal, id: string) => `${nameOfOwner(jobOwnerOf(caller))} ${id}`;
  /** @param newest - read before the service was asked: an answer that a newer one overtakes must not look like a rollback. */
  const admit = async (
    caller: Principal,
    own: OwnSchema,
    newest: number,
    isVerifiable: (own: OwnSchema) => boolean = () => true,
  ): Promise<OwnSchema> => {
    // Holders of earlier keys may no longer be allowed to read what would be sealed now.
    if (own.schema.generation < newest) {
      await admitEarlier(caller, own);
      if (own.schema.generation < newestKeys(own.schema.id)) throw earlierKeys(own.schema.name);
    }
    const checked = { ...own, schema: await withKeyChecks(caller, own.schema) };
    if ((await isOtherDefinition(checked.schema, checked.fields)) && isVerifiable(checked))
      await admitDefinition(caller, checked);
    return checked;
  };
  const load = async (caller: Principal, id: string): Promise<OwnSchema> => {
    const [schema, keyring] = await Promise.all([
      upstream.call(getSchema, { credentials: caller.credentials, params: { id } }),
      openKeyring(caller),
    ]);
    // Files are named by schema ids, so an invalid one is refused.
    if (schema.id !== id || !shortIdPattern.test(id)) throw unexpectedSchema();
    return { schema, fields: fieldsOf(schema.schema), keyring };
  };
  return {
    withKeyChecks,
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
      const loaded = async () => {
        const newest = newestKeys(id);
        return admit(caller, await load(caller, id), newest);
      };
      const admitted = await loaded().catch((error: unknown) => {
        // It may have been changed after it was read.
        if (error instanceof ChangedDefinition) return loaded();
        throw error;
      });
      shown.set(nameOf(caller, id), admitted.schema);
      return admitted;
    },
    async forReceiving(caller, id) {
      const newest = newestKeys(id);
      return admit(caller, await load(caller, id), newest, ({ schema, keyring }) =>
        holdsQueryKey(keyring, schema)(schema.generation),
      );
    },
    async cached(caller, id) {
      const schema = shown.get(nameOf(caller, id));
      // Loading one with other keys may ask the service more than once.
      if (!schema?.key_checks || schema.generation < newestKeys(id)) return null;
      const own = { schema, fields: fieldsOf(schema.schema), keyring: await openKeyring(caller) };
      return admit(caller, own, schema.generation);
    },
  };
}

/**
 * Compares the service's answer to a change with the request.
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
  unprocessable(
    `The service says that the schema "${name}" has earlier keys than it had already, so they are not used. If a backup was restored, one of its owners can accept them on its page of records. Otherwise tell the operator of the service.`,
  );
