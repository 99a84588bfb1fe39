/** Copies a text and says so for two seconds. */
import { useEffect, useState } from 'react';
import { Button } from './Button.tsx';
import type { ButtonSize } from './buttonStyles.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const words = { idle: 'Copy', copied: 'Copied', failed: 'Copy failed' };
const resetMs = 2000;

export type CopyButtonProps = {
  value: string;
  /** What is copied, for the button's name: "public key of device X". */
  what: string;
  size?: ButtonSize;
};

/** Named "Copy" and what it copies; its outcome is announced. */
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
