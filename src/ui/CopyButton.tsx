/** Copies a string, and shows the result for two seconds. */
import { useEffect, useState } from 'react';
import { Button } from './Button.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const labels = { idle: 'Copy', copied: 'Copied', failed: 'Copy failed' };
const resetMs = 2000;

export type CopyButtonProps = {
  value: string;
  /** The name of the value, for the label: "public key of device X". */
  valueName: string;
};

/** Labelled "Copy" and the name of the value; the result is announced. */
export function CopyButton({ value, valueName }: CopyButtonProps) {
  const [state, setState] = useState<keyof typeof labels>('idle');
  useEffect(() => {
    if (state === 'idle') return undefined;
    const timer = setTimeout(() => setState('idle'), resetMs);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setState('copied');
    } catch {
      setState('failed');
    }
  };
  return (
    <>
      <Button
        size="s"
        kind="quiet"
        icon={state === 'copied' ? 'check' : 'copy'}
        aria-label={`${labels[state]} ${valueName}`}
        onClick={copy}
      >
        {labels[state]}
      </Button>
      <VisuallyHidden role="status">
        {state === 'copied' && `Copied ${valueName}.`}
        {state === 'failed' &&
          `The browser did not let us copy the ${valueName}. Select it and copy it manually.`}
      </VisuallyHidden>
    </>
  );
}
