/** The report, copied or downloaded. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useActors } from '#src/features/root/index.ts';
import { Button } from '#src/ui/Button.tsx';
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx';
import { report } from './report.ts';

function download(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}

const words = {
  copied: 'The report is in the clipboard.',
  refused: 'The browser did not let us copy the report. Download it instead.',
};

export function ReportButtons() {
  const client = useQueryClient();
  const { trace } = useActors();
  const [outcome, setOutcome] = useState<keyof typeof words>();
  const copy = async () => {
    setOutcome(undefined);
    try {
      await navigator.clipboard.writeText(await report(client, trace));
      setOutcome('copied');
    } catch {
      setOutcome('refused');
    }
  };
  const keep = async () =>
    download(await report(client, trace), `report-${new Date().toISOString().slice(0, 10)}.json`);
  return (
    <>
      <Button icon={outcome === 'copied' ? 'check' : 'copy'} onClick={() => void copy()}>
        {outcome === 'copied' ? 'Copied' : 'Copy report'}
      </Button>
      <Button icon="download" onClick={() => void keep()}>
        Download report
      </Button>
      <VisuallyHidden role="status">{outcome && words[outcome]}</VisuallyHidden>
    </>
  );
}
