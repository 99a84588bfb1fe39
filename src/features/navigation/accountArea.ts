/** The paths of the account area. */

export const requestsPath = '/requests';

/** The pages of the account area, in the order of the tabs. */
export const accountTabs = [
  { to: '/account', label: 'Account' },
  { to: '/users', label: 'Users' },
  { to: '/profile', label: 'Profile' },
  { to: '/identities', label: 'Identities' },
  { to: requestsPath, label: 'Requests' },
  { to: '/materials', label: 'Materials' },
] as const;

export const accountPaths = accountTabs.map(({ to }) => to);
