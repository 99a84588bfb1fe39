/** `organization list`. */
import { paginate } from '@cloakroom/client/paginate.ts';
import { listOrganizations } from '@cloakroom/contract/organizations.ts';
import type { Command } from './command.ts';

export const organizationList: Command = {
  usage: '',
  options: {},
  run: ({ call }) => paginate((page) => call(listOrganizations, { query: page })),
};
