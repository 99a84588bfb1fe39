/** Sets the consent to third-party services, purpose by purpose. */
import { useState } from 'react';
import { askedPurposes, type Purpose, useConsent } from '#src/features/integrations/index.ts';
import { useRoot } from '#src/features/root/index.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Switch } from '#src/ui/form/Switch.tsx';
import { Muted, Stack } from '#src/ui/layout.ts';
import { purposeTexts } from './purposeTexts.ts';

export function ConsentDialog({ onClose }: { onClose: () => void }) {
  const { consent } = useRoot();
  const granted = useConsent();
  const [allowed, setAllowed] = useState<readonly Purpose[]>(granted ?? []);
  const toggle = (purpose: Purpose) =>
    setAllowed(
      allowed.includes(purpose) ? allowed.filter((each) => each !== purpose) : [...allowed, purpose],
    );
  const save = () => {
    const revoked = granted?.some((purpose) => !allowed.includes(purpose));
    consent.give(allowed);
    // A script that has been loaded stops only with the page.
    if (revoked) location.reload();
    else onClose();
  };
  return (
    <Dialog
      title="Privacy choices"
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={save}>
          Save choices
        </Button>
      }
    >
      <Stack $gap="l">
        <p>
          All of these are off until you switch them on, and none of them is ever active while records are
          shown.
        </p>
        {askedPurposes.map((purpose) => (
          <div key={purpose}>
            <Switch
              label={purposeTexts[purpose].title}
              checked={allowed.includes(purpose)}
              onChange={() => toggle(purpose)}
            />
            <p>
              <Muted>{purposeTexts[purpose].about}</Muted>
            </p>
          </div>
        ))}
      </Stack>
    </Dialog>
  );
}
