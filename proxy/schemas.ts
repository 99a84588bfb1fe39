/** Schemas as one person sees them, with the keys that this person's keyring has for them. */
import { fieldsOf, type Field } from '#contract/fields.ts';
import { getSchema, putKeyChecks, type Schema } from '#contract/schemas.ts';
import { HttpProblem } from '#host/problem.ts';
import type { Keyring } from './keyring/keyring.ts';
import { keyChecksOf } from './schemaKeys.ts';
import type { Upstream } from './upstream.ts';
import type { Asker } from './who.ts';

/** Opens a person's keyring; {@link HttpProblem} 422 with the keyring's own words when it stays shut. */
export type OpenKeyring = (user: string) => Promise<Keyring>;

/** A schema with its fields in order and the keyring of the person who asked. */
export type OwnSchema = { schema: Schema; fields: Field[]; keyring: Keyring };

/** Finds schemas for people. */
export type Schemas = {
  /** @throws {HttpProblem} 404 for a schema that this person may not see. */
  of(caller: Asker, id: string): Promise<OwnSchema>;
  /** The schema with key checks, stored now if it had none and this person created it. */
  checked(caller: Asker, schema: Schema): Promise<Schema>;
};

export function openSchemas(upstream: Upstream, openKeyring: OpenKeyring): Schemas {
  const checked = async ({ user, credentials }: Asker, schema: Schema): Promise<Schema> => {
    if (schema.key_checks) return schema;
    const key_checks = keyChecksOf(await openKeyring(user), schema);
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
      const [seen, keyring] = await Promise.all([
        upstream.call(getSchema, { credentials: caller.credentials, params: { id } }),
        openKeyring(caller.user),
      ]);
      const schema = await checked(caller, seen);
      return { schema, fields: fieldsOf(schema.schema), keyring };
    },
  };
}
