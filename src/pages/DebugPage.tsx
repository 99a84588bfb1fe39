/** /debug: what goes on inside of this page, with nobody's data in it */
import { Machines } from '#src/features/debug/Machines.tsx';
import { Panels } from '#src/features/debug/Panels.tsx';
import { ReportButtons } from '#src/features/debug/ReportButtons.tsx';
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
