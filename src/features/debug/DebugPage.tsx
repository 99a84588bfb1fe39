/** /debug: the machines, queries and storage of this page, without user data */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useActors } from '#src/features/root/index.ts';
import { downloadFile } from '#src/shared/downloadFile.ts';
import { Page } from '#src/ui/Page.tsx';
import { Button } from '#src/ui/Button.tsx';
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx';
import { Machines } from './Machines.tsx';
import { Panels } from './Panels.tsx';
import { createReport } from './report.ts';

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

const statusTexts = {
  copied: 'The report is in the clipboard.',
  refused: 'The browser did not let us copy the report. Download it instead.',
};

/** Buttons that copy or download the report. */
function ReportButtons() {
  const client = useQueryClient();
  const { trace } = useActors();
  const [outcome, setOutcome] = useState<keyof typeof statusTexts>();
  const copy = async () => {
    setOutcome(undefined);
    try {
      await navigator.clipboard.writeText(await createReport(client, trace));
      setOutcome('copied');
    } catch {
      setOutcome('refused');
    }
  };
  const download = async () =>
    downloadFile(
      new Blob([await createReport(client, trace)], { type: 'application/json' }),
      `report-${new Date().toISOString().slice(0, 10)}.json`,
    );
  return (
    <>
      <Button icon={outcome === 'copied' ? 'check' : 'copy'} onClick={() => void copy()}>
        {outcome === 'copied' ? 'Copied' : 'Copy report'}
      </Button>
      <Button icon="download" onClick={() => void download()}>
        Download report
      </Button>
      <VisuallyHidden role="status">{outcome && statusTexts[outcome]}</VisuallyHidden>
    </>
  );
}
