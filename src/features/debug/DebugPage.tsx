/** /debug: what goes on inside of this page, with nobody's data in it */
import { Machines } from './Machines.tsx';
import { Panels } from './Panels.tsx';
import { ReportButtons } from './ReportButtons.tsx';
import { Page } from '#src/ui/Page.tsx';

export const DebugPage = () => (
  <Page
    title="Debug"
    wide
    subtitle="What goes on inside of this page. Whatever was typed, uploaded or decrypted is left out as it happens, so you can show this page and its report to whoever helps you."
    actions={<ReportButtons />}
  >
    <Machines />
    <Panels />
  </Page>
);
