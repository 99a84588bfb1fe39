/** /devtest: samples of the design system */
import { Outlet } from 'react-router';
import { Page } from '#src/ui/Page.tsx';
import { Tabs } from '#src/ui/Tabs.tsx';

const tabs = [
  { to: '/devtest', label: 'Alerts', end: true },
  { to: '/devtest/tables', label: 'Tables' },
  { to: '/devtest/buttons', label: 'Buttons' },
  { to: '/devtest/responsive-styles', label: 'Responsive styles' },
  { to: '/devtest/parts', label: 'Parts' },
] as const;

export const DevtestPage = () => (
  <Page
    title="Devtest"
    subtitle="Every part of the console, with made-up content. Nothing here touches your data."
    tabs={<Tabs label="Devtest" tabs={tabs} />}
  >
    <Outlet />
  </Page>
);
