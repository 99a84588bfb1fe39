/** References of the command line: by id, by URL or by slug, of people by e-mail address. */
import { getDatasetBySlug } from '@cloakroom/contract/datasets.ts';
import { getOrganizationBySlug, listOrganizations } from '@cloakroom/contract/organizations.ts';
import { idIn, shortIdPattern } from '@cloakroom/contract/reference.ts';
import { getSchemaBySlug } from '@cloakroom/contract/schemas.ts';
import { listSchemaTeams, listTeams } from '@cloakroom/contract/teams.ts';
import { getUserByName } from '@cloakroom/contract/users.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { optionalOption, requiredOption, type CommandArguments } from './command.ts';
import type { Session } from './session.ts';
import { UsageError } from './usageError.ts';

export const organizationOptions = { organization: { type: 'string' } } as const;
export const datasetOptions = { ...organizationOptions, dataset: { type: 'string' } } as const;
export const schemaOptions = { ...datasetOptions, schema: { type: 'string' } } as const;
/** The options of {@link schemaIn}, as the usage of a command shows them. */
export const schemaUsage = '--schema <id, or slug with --dataset>';

/** The id in an id or a URL; null for a slug. */
function idOrNull(reference: string): string | null {
  const id = idIn(reference);
  return shortIdPattern.test(id) ? id : null;
}

/**
 * The id of the organization that `--organization` names; without it, of the caller's only one.
 * @throws {UsageError} if there are several. @throws {HttpProblem} 404 for an unknown slug.
 */
export async function organizationIn({ call }: Session, args: CommandArguments): Promise<string> {
  const reference = optionalOption(args, 'organization');
  if (reference !== undefined)
    return idOrNull(reference) ?? (await call(getOrganizationBySlug, { params: { slug: reference } })).id;
  const [only, another] = await call(listOrganizations, { query: { limit: 2 } });
  if (!only || another)
    throw new UsageError('Name the organization with --organization: "organization list" shows yours.');
  return only.id;
}

/** The id of a dataset; a slug is one of the organization. @throws as {@link organizationIn}. */
export async function datasetIn(
  session: Session,
  args: CommandArguments,
  reference = requiredOption(args, 'dataset'),
): Promise<string> {
  const id = idOrNull(reference);
  if (id !== null) return id;
  const organization = await organizationIn(session, args);
  const params = { id: organization, slug: reference };
  return (await session.call(getDatasetBySlug, { params })).id;
}

/** The id of a schema; a slug is one of the dataset. @throws {UsageError} for a slug without `--dataset`; as {@link datasetIn}. */
export async function schemaIn(
  session: Session,
  args: CommandArguments,
  reference = requiredOption(args, 'schema'),
): Promise<string> {
  const id = idOrNull(reference);
  if (id !== null) return id;
  if (optionalOption(args, 'dataset') === undefined)
    throw new UsageError(
      `--dataset is missing: "${reference}" is not an id, and slugs of schemas are unique within a dataset only.`,
    );
  const dataset = await datasetIn(session, args);
  const params = { id: dataset, slug: reference };
  return (await session.call(getSchemaBySlug, { params })).id;
}

/** The id in a reference to an object without a slug. @throws {UsageError} for other text. */
export function referenceIn(reference: string, what: string): string {
  const id = idOrNull(reference);
  if (id === null) throw new UsageError(`"${reference}" is neither the id nor the URL of a ${what}.`);
  return id;
}

/**
 * The id of a team; a slug is one of `--schema`, or else of the organization.
 * @throws {UsageError} if several teams have the slug. @throws {HttpProblem} 404 if none has it; as {@link schemaIn}.
 */
export async function teamIn(session: Session, args: CommandArguments, reference: string): Promise<string> {
  const id = idOrNull(reference);
  if (id !== null) return id;
  const query = { slug: reference, limit: 2 };
  const isForSchema = optionalOption(args, 'schema') !== undefined;
  const [only, another] = isForSchema
    ? await session.call(listSchemaTeams, { params: { id: await schemaIn(session, args) }, query })
    : await session.call(listTeams, { params: { id: await organizationIn(session, args) }, query });
  if (!only) throw new HttpProblem(404, `There is no team "${reference}". "team list" shows all of them.`);
  if (another)
    throw new UsageError(`Several teams have the slug "${reference}". Name the schema with --schema, or the team by its id.`); // prettier-ignore
  return only.id;
}

/** The id of a person, named by id, URL or e-mail address. @throws {UsageError}, {HttpProblem} 404 for an unknown address. */
export async function userIn({ call }: Session, reference: string): Promise<string> {
  if (!reference.includes('@')) return referenceIn(reference, 'person');
  return (await call(getUserByName, { params: { name: reference }, query: {} })).id;
}
