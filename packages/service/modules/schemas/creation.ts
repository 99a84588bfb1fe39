/** Creates a schema with its empty manifest, its three teams and their grants. */
import { queryKeyName, type JsonSchema } from '@cloakroom/contract/fields.ts';
import type { BuiltInRole } from '@cloakroom/contract/teams.ts';
import type { Queries } from '../../db/client.ts';
import { grants, manifests, schemas, teamMembers, teams } from '../../db/schema.ts';
import { newId } from '../../newId.ts';
import { chosenSlug, slugOf } from '../../slug.ts';
import type { DatasetRow } from '../datasets/policy.ts';
import { emptyManifest } from '../segments/manifests.ts';
import type { SchemaRow } from './policy.ts';
import { schemaBySlug } from './repository.ts';

/** The default names of the teams that come with a schema. */
export const teamNames = (schema: string): Record<BuiltInRole, string> => ({
  owners: `${schema} Data Owners`,
  requesters: `${schema} Data Requesters`,
  contributors: `${schema} Data Contributors`,
});

/**
 * Creates a schema: data owners may do everything, data requesters may search, data contributors may search and store
 * records. The creator is a data owner.
 * @param dataset - locked by the caller, so that two schemas never get the same slug.
 * @throws {HttpProblem} 409 if the wanted slug is taken.
 */
export async function insertSchema(
  transaction: Queries,
  dataset: DatasetRow,
  creator: { id: string },
  input: { name: string; slug?: string | undefined; description: string; schema: JsonSchema },
): Promise<SchemaRow> {
  const slug = await chosenSlug(
    'A schema',
    input,
    async (candidate) => (await schemaBySlug(transaction, dataset.id, candidate)) !== undefined,
  );
  const { organization } = dataset;
  const [schema] = await transaction
    .insert(schemas)
    .values({
      id: newId(),
      dataset: dataset.id,
      organization,
      creator: creator.id,
      name: input.name,
      slug,
      description: input.description,
      definition: input.schema,
    })
    .returning();
  const { id } = schema!;
  const names = teamNames(input.name);
  const team = (role: BuiltInRole) => ({
    id: newId(),
    organization,
    schema: id,
    role,
    name: names[role],
    slug: slugOf(names[role]),
  });
  const [owners, requesters, contributors] = [team('owners'), team('requesters'), team('contributors')];
  await transaction
    .insert(manifests)
    .values({ schema: id, version: 0, body: JSON.stringify(emptyManifest(id)) });
  await transaction.insert(teams).values([owners, requesters, contributors]);
  await transaction.insert(grants).values([
    {
      id: newId(),
      schema: id,
      team: owners.id,
      fieldNames: null,
      canShareKeys: true,
      canCreateRecords: true,
    },
    {
      id: newId(),
      schema: id,
      team: requesters.id,
      fieldNames: { [queryKeyName]: true },
      canShareKeys: false,
      canCreateRecords: false,
    },
    {
      id: newId(),
      schema: id,
      team: contributors.id,
      fieldNames: { [queryKeyName]: true },
      canShareKeys: false,
      canCreateRecords: true,
    },
  ]);
  await transaction.insert(teamMembers).values({ team: owners.id, user: creator.id });
  return schema!;
}
