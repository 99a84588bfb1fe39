export const requestsPath = '/requests';

/** The parts of the account area, in the order of its tabs. */
export const accountTabs = [
  { to: '/account', label: 'Account' },
  { to: '/users', label: 'Users' },
  { to: '/profile', label: 'Profile' },
  { to: '/identities', label: 'Identities' },
  { to: requestsPath, label: 'Requests' },
  { to: '/materials', label: 'Materials' },
] as const;

export const accountPaths = accountTabs.map(({ to }) => to);
