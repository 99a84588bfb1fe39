/** Copies a text, and shows the result for two seconds. */
import { useEffect, useState } from 'react';
import { Button } from './Button.tsx';
import type { ButtonSize } from './buttonStyles.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const words = { idle: 'Copy', copied: 'Copied', failed: 'Copy failed' };
const resetMs = 2000;

export type CopyButtonProps = {
  value: string;
  /** The name of the value, for the label: "public key of device X". */
  what: string;
  size?: ButtonSize;
};

/** Labelled "Copy" and the name of the value; the result is announced. */
export function CopyButton({ value, what, size = 's' }: CopyButtonProps) {
  const [state, setState] = useState<keyof typeof words>('idle');
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
        size={size}
        kind="quiet"
        icon={state === 'copied' ? 'check' : 'copy'}
        aria-label={`${words[state]} ${what}`}
        onClick={copy}
      >
        {words[state]}
      </Button>
      <VisuallyHidden role="status">
        {state === 'copied' && `Copied ${what}.`}
        {state === 'failed' && `The browser did not let us copy the ${what}. Select it and copy it by hand.`}
      </VisuallyHidden>
    </>
  );
}
