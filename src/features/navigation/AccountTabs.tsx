/** The tabs of the account area, and those of received keys inside it. */
import { Tabs } from '#src/ui/Tabs.tsx';
import { accountTabs } from './accountArea.ts';

export const AccountTabs = () => <Tabs label="Account" tabs={accountTabs} />;

const materialTabs = [
  { to: '/materials', label: 'Materials', end: true },
  { to: '/materials/overrides', label: 'Overrides' },
] as const;

export const MaterialTabs = () => <Tabs label="Materials" tabs={materialTabs} inner />;
