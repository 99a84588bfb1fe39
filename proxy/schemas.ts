/** Schemas as one person sees them, with the keys that this person's keyring has for them. */
import { fieldsOf, type Field } from '#contract/fields.ts';
import { putKeyChecks } from '#contract/keyChecks.ts';
import { getSchema, type Schema } from '#contract/schemas.ts';
import { HttpProblem } from '#host/problem.ts';
import type { Keyring } from './keyring/keyring.ts';
import { keyChecksOf } from './schemaKeys.ts';
import type { Credentials } from './credentials.ts';
import type { Upstream } from './upstream.ts';
import type { Asker } from './who.ts';

/**
 * Opens a person's keyring; {@link HttpProblem} 422 with the keyring's own words when it stays shut. With credentials it is
 * made for a person who had no keys before; without them none is ever made.
 */
export type OpenKeyring = (asker: { user: string; credentials?: Credentials }) => Promise<Keyring>;

/** A schema with its fields in order and the keyring of the person who asked. */
export type OwnSchema = { schema: Schema; fields: Field[]; keyring: Keyring };

/** Finds schemas for people. */
export type Schemas = {
  /** @throws {HttpProblem} 404 for a schema that this person may not see, 422 when its keys went back to earlier ones. */
  of(caller: Asker, id: string): Promise<OwnSchema>;
  /** The schema with key checks, stored now if it had none and this person created it. */
  checked(caller: Asker, schema: Schema): Promise<Schema>;
};

/** @param newestKeys - the newest generation of a schema's keys that this machine ever saw in use. */
export function openSchemas(
  upstream: Upstream,
  openKeyring: OpenKeyring,
  newestKeys: (schema: string) => number,
): Schemas {
  const checked = async ({ user, credentials }: Asker, schema: Schema): Promise<Schema> => {
    if (schema.key_checks) return schema;
    const key_checks = keyChecksOf(await openKeyring({ user, credentials }), schema, schema.generation);
    try {
      return await upstream.call(putKeyChecks, {
        credentials,
        params: { id: schema.id },
        body: { key_checks },
      });
    } catch (error) {
      // Only its creator may, and only once: whoever else looks at it sees it as it is.
      if (error instanceof HttpProblem && (error.status === 403 || error.status === 409))
        return upstream.call(getSchema, { credentials, params: { id: schema.id } });
      throw error;
    }
  };
  return {
    checked,
    async of(caller, id) {
      // What was newest before asking: an answer that was overtaken on its way is no alarm.
      const newest = newestKeys(id);
      const [seen, keyring] = await Promise.all([
        upstream.call(getSchema, { credentials: caller.credentials, params: { id } }),
        openKeyring(caller),
      ]);
      // Whoever has the earlier keys was not meant to read what would be sealed with them now.
      if (seen.generation < newest)
        throw new HttpProblem(
          422,
          `The service says that the schema "${seen.name}" has earlier keys than it had already, so they are not used. Tell whoever runs the service.`,
        );
      const schema = await checked(caller, seen);
      return { schema, fields: fieldsOf(schema.schema), keyring };
    },
  };
}
