/** The tabs of the account area. */
import { Tabs } from '#src/ui/Tabs.tsx';
import { accountTabs } from './accountArea.ts';

export const AccountTabs = () => <Tabs label="Account" tabs={accountTabs} />;
