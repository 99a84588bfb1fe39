/** A person with one organization, and the service's answers about them. */
import type { Organization } from '@cloakroom/contract/organizations.ts';
import type { User } from '@cloakroom/contract/users.ts';
import type { World } from './console.tsx';

const time = '2026-01-01T00:00:00Z';
export const organization: Organization = {
  id: '3333333333333333333333',
  url: '/api/organizations/3333333333333333333333/',
  name: 'Analytical Engines',
  slug: 'analytical-engines',
  owner: {
    id: 'o',
    organization_user: {
      id: '4444444444444444444444',
      url: '',
      organization: '',
      user: '5555555555555555555555',
      is_admin: true,
      created: time,
      modified: time,
    },
  },
  organization_users: [],
  is_active: true,
  created: time,
  modified: time,
};

export const ada: User = {
  id: '5555555555555555555555',
  url: '/api/users/5555555555555555555555/',
  email: 'ada@example.org',
  username: 'ada@example.org',
  first_name: 'Ada',
  last_name: 'Lovelace',
  has_identity: false,
  is_active: true,
  is_superuser: false,
  is_service_account: false,
  date_joined: time,
  last_login: null,
  settings: { plan: { product_name: 'Free' } },
  organizations: [organization],
};

/** A session with that many seconds left. */
export const sessionFor = (seconds: number) => {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  return {
    expires_at: at(seconds * 1000),
    seconds_left: seconds,
    idle_seconds: 7200,
    ends_at: at((seconds + 3600) * 1000),
  };
};

/** The service as Ada sees it: an organization without datasets. */
export const adasWorld: World = {
  'GET /api/users/self/': () => ({ body: ada }),
  'GET /api/accounts/session/': () => ({ body: sessionFor(7200) }),
  'GET /api/datasets/': () => ({ body: [] }),
  'GET /api/schemas/': () => ({ body: [] }),
  [`GET ${organization.url}users/`]: () => ({ body: [organization.owner.organization_user] }),
  [`GET ${organization.url}schema-removals/`]: () => ({ body: [] }),
  [`GET ${organization.url}invitations/`]: () => ({ body: [] }),
  'POST /api/accounts/logout/': () => ({ body: { detail: 'Bye.' } }),
};

/** The answers that make Ada a member of an organization of another owner. */
export function asMember({ isAdmin = false } = {}): World {
  const owner = { ...organization.owner.organization_user, user: '2'.repeat(22) };
  const elsewhere = { ...organization, owner: { id: 'o', organization_user: owner } };
  return {
    'GET /api/users/self/': () => ({ body: { ...ada, organizations: [elsewhere] } }),
    [`GET ${organization.url}users/`]: () => ({ body: [{ ...owner, user: ada.id, is_admin: isAdmin }] }),
  };
}
