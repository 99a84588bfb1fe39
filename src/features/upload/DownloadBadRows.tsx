/** Downloads a file's bad rows as CSV, to be corrected and uploaded again. */
import { useEffect, useRef, useState } from 'react';
import type { TargetSchema } from '#src/workers/parse/checkFile.ts';
import { saveBadRows } from './filePreview.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Stack } from '#src/ui/layout.ts';

export function DownloadBadRows({ file, target }: { file: File; target: TargetSchema }) {
  const [state, setState] = useState<'idle' | 'saving' | 'failed'>('idle');
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const save = () => {
    const abort = new AbortController();
    controller.current = abort;
    setState('saving');
    saveBadRows(file, target, abort.signal).then(
      () => setState('idle'),
      () => {
        if (!abort.signal.aborted) setState('failed');
      },
    );
  };
  return (
    <Stack $gap="s">
      <div>
        <Button icon="download" pending={state === 'saving'} onClick={save}>
          Download all bad rows
        </Button>
      </div>
      {state === 'failed' && <Banner tone="error">Failed to read file.</Banner>}
    </Stack>
  );
}
