/** Buttons that copy or download the report. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useActors } from '#src/features/root/index.ts';
import { Button } from '#src/ui/Button.tsx';
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx';
import { createReport } from './report.ts';

function download(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}

const statusTexts = {
  copied: 'The report is in the clipboard.',
  refused: 'The browser did not let us copy the report. Download it instead.',
};

export function ReportButtons() {
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
  const downloadReport = async () =>
    download(await createReport(client, trace), `report-${new Date().toISOString().slice(0, 10)}.json`);
  return (
    <>
      <Button icon={outcome === 'copied' ? 'check' : 'copy'} onClick={() => void copy()}>
        {outcome === 'copied' ? 'Copied' : 'Copy report'}
      </Button>
      <Button icon="download" onClick={() => void downloadReport()}>
        Download report
      </Button>
      <VisuallyHidden role="status">{outcome && statusTexts[outcome]}</VisuallyHidden>
    </>
  );
}
