/** /debug: the machines, queries and storage of this page, without user data */
import { Machines } from './Machines.tsx';
import { Panels } from './Panels.tsx';
import { ReportButtons } from './ReportButtons.tsx';
import { Page } from '#src/ui/Page.tsx';

export const DebugPage = () => (
  <Page
    title="Debug"
    wide
    subtitle="The inner state of this page. What was typed, uploaded or decrypted is never recorded, so you can show this page and its report to anyone who helps you."
    actions={<ReportButtons />}
  >
    <Machines />
    <Panels />
  </Page>
);
