/** The calls in the description of an API, for the page that lists them. */
import { type ApiDescription, Operation } from '@cloakroom/contract/apiDescription.ts';
import { capitalize } from '#src/shared/format/capitalize.ts';
import { resolved } from './references.ts';

export type ApiCall = { id: string; method: string; path: string; group: string; operation: Operation };

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** In the order of the description, without references; the group is a call's first tag. */
export const callsOf = (description: ApiDescription): ApiCall[] =>
  Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method]) => methods.includes(method))
      .map(([method, described]) => {
        const operation = Operation.parse(resolved(description, described));
        const group = operation.tags[0] ?? 'other';
        return { id: `${method} ${path}`, method: method.toUpperCase(), path, group, operation };
      }),
  );

/** The calls whose method, path or summary contain every word of the text. */
export function findCalls(calls: readonly ApiCall[], searchText: string): ApiCall[] {
  const words = searchText.toLowerCase().split(/\s+/).filter(Boolean);
  return calls.filter(({ method, path, operation: { summary } }) => {
    const text = `${method} ${path} ${summary}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** By group, each in the order of its first call. */
export function groupsOf(calls: readonly ApiCall[]): [group: string, calls: ApiCall[]][] {
  const groups = new Map<string, ApiCall[]>();
  for (const call of calls) groups.set(call.group, [...(groups.get(call.group) ?? []), call]);
  return [...groups];
}

/** Groups whose part of the path doesn’t read as a title. */
const titles: Record<string, string> = {
  allauth: 'Google sign-in',
  csrf: 'CSRF token',
  schema: 'OpenAPI',
  stripe: 'Billing',
  token: 'Access tokens',
  tokens: 'API tokens',
};

/** The title of a group of calls: "Service accounts" for `service-accounts`. */
export const groupTitle = (group: string): string => titles[group] ?? capitalize(group.replaceAll('-', ' '));
