/** The tabs of received keys. */
import { Tabs } from '#src/ui/Tabs.tsx';

const tabs = [
  { to: '/materials', label: 'Materials', end: true },
  { to: '/materials/overrides', label: 'Overrides' },
] as const;

export const MaterialTabs = () => <Tabs label="Materials" tabs={tabs} inner />;
