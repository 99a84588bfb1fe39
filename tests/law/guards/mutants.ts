/**
 * The service with one guard switched off: for each guard, its position in the code and a replacement that always
 * passes.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

export type Mutant = {
  /** A description of the guard. */
  guard: string;
  /** Path from the repository's root. */
  file: string;
  /** The code that is cut out of the file, and its replacement. */
  cut: string;
  put: string;
  /** The index of the occurrence, from 0. */
  at: number;
};

const root = process.cwd();
const modules = join(root, 'packages/service/modules');

/** Conditions of queries that hide rows of other people and organizations. */
const conditions: [guard: string, file: string, cut: string, put?: string][] = [
  ['membership of an organization', 'organizations/policy.ts', 'eq(organizationUsers.user, user.id)'],
  ['the admin among members', 'organizations/policy.ts', '!member.isAdmin && member.id !== owner', 'false'],
  ['membership behind a schema', 'schemas/policy.ts', 'eq(organizationUsers.user, user)'],
  ['whose team a grant reaches', 'schemas/permissions.ts', 'eq(teamMembers.user, user)'],
  ['membership behind a dataset', 'datasets/policy.ts', 'eq(organizationUsers.user, user.id)'],
  ['membership behind a list of datasets', 'datasets/repository.ts', 'eq(organizationUsers.user, user.id)'],
  ['membership behind a list of schemas', 'schemas/repository.ts', 'eq(organizationUsers.user, user.id)'],
  ['whose organizations are listed', 'organizations/repository.ts', 'eq(organizationUsers.user, user)'],
  ['whose invitations can be taken back', 'organizations/invitationRepository.ts', 'eq(invitations.id, id), eq(invitations.organization, organization)', 'eq(invitations.id, id)'], // prettier-ignore
  ['whose place it is', 'organizations/policy.ts', 'eq(organizationUsers.organization, id)'],
  ['who is found by address', 'users/repository.ts', ', or(eq(users.id, caller.id), eq(mine.user, caller.id))', ''], // prettier-ignore
  ['whose team it is', 'teams/policy.ts', ', eq(teams.organization, organization)', ''],
  ['membership behind a team', 'teams/policy.ts', 'eq(organizationUsers.user, user.id)'],
  ['membership behind a list of grants', 'teams/grants.ts', 'eq(organizationUsers.user, user.id)'],
  ['who can be on a team', 'teams/repository.ts', 'eq(organizationUsers.organization, organization)'],
  ['whose grant it is', 'teams/grants.ts', ', eq(grants.schema, schema.id)', ''],
  ['who may change teams', 'teams/policy.ts', '!permissions.can_share_keys', 'false'],
  ['whose identities are listed', 'identities/repository.ts', 'eq(identities.user, user.id)'],
  ['whose identity it is', 'identities/policy.ts', ', eq(identities.user, user.id)', ''],
  ['whose requests are listed, by team', 'requests/policy.ts', 'eq(teamMembers.user, user.id)'],
  ['whose requests are listed, by organization', 'requests/policy.ts', 'eq(sharer.user, user.id)'],
  ['whose materials they are', 'materials/repository.ts', 'eq(identities.user, recipient.id)'],
  ['whose sessions they are', 'sessions/routes.ts', 'eq(sessions.user, user)'],
  ['whose audit log it is', 'audit/routes.ts', 'eq(auditLog.organization, params.id)'],
  ['whose headers they are', 'segments/repository.ts', "eq(segments.schema, sql.placeholder('schema'))"],
];

/** Every TypeScript file of the service's modules, with its text. */
async function sources(): Promise<{ file: string; text: string }[]> {
  const names = await readdir(modules, { recursive: true });
  const files = names.filter((name) => name.endsWith('.ts')).sort();
  return Promise.all(
    files.map(async (name) => ({
      file: relative(root, join(modules, name)),
      text: await readFile(join(modules, name), 'utf8'),
    })),
  );
}

const passes = 'sql`true`';

/**
 * All mutants: each `throw forbidden(…)` removed, each guard statement removed, and each condition above replaced by
 * true. New guards are found automatically; a condition that is no longer in the code is an error.
 */
export async function mutants(): Promise<Mutant[]> {
  const all = await sources();
  const removedRefusals = all.flatMap(({ file, text }) =>
    occurrences(text, 'throw forbidden(').map((at) => ({
      guard: `refusal ${at + 1} of ${file}`,
      file,
      cut: 'throw forbidden(',
      put: 'void forbidden(',
      at,
    })),
  );
  const removedGuards = all.flatMap(({ file, text }) =>
    [...text.matchAll(/^ +(?:if \([^\n]*\) )?await require\w+\([^\n]*\);$/gm)].map(([line]) => ({
      guard: `${/require\w+/.exec(line)![0]} in ${file}`,
      file,
      cut: line,
      put: '',
      at: 0,
    })),
  );
  const replacedConditions = conditions.map(([guard, name, cut, put = passes]) => {
    const file = `packages/service/modules/${name}`;
    const text = all.find((source) => source.file === file)?.text ?? '';
    if (!text.includes(cut))
      throw new Error(`${file} no longer has "${cut}": ${guard} is guarded elsewhere.`);
    return { guard, file, cut, put, at: 0 };
  });
  return [...replacedConditions, ...removedRefusals, ...removedGuards];
}

const occurrences = (text: string, cut: string) =>
  Array.from({ length: text.split(cut).length - 1 }, (_, at) => at);

/** A file's text with the mutation applied. */
export function mutated(text: string, { file, cut, put, at }: Mutant): string {
  const parts = text.split(cut);
  if (parts.length < at + 2) throw new Error(`${file} has no "${cut}" number ${at}.`);
  const changed = `${parts.slice(0, at + 1).join(cut)}${put}${parts.slice(at + 1).join(cut)}`;
  return put === passes
    ? `import { sql as everybody } from 'drizzle-orm';\n${changed.replace(passes, 'everybody`true`')}`
    : changed;
}
