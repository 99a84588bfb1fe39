/** The tabs of the account area. */
import { Tabs } from '#src/ui/Tabs.tsx';

const tabs = [
  { to: '/account', label: 'Account' },
  { to: '/users', label: 'Users' },
  { to: '/profile', label: 'Profile' },
  { to: '/identities', label: 'Identities' },
  { to: '/requests', label: 'Requests' },
  { to: '/materials', label: 'Materials' },
] as const;

/** Where the account area is, whichever tab is open. */
export const accountPaths = tabs.map(({ to }) => to);

export const AccountTabs = () => <Tabs label="Account" tabs={tabs} />;
