/** Chooses, purpose by purpose, what other people's services may do. */
import { useState } from 'react';
import type { Purpose } from '#src/lib/integrations.ts';
import { consent, useConsent } from '#src/queries/consent.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Switch } from '#src/ui/form/Switch.tsx';
import { Muted, Stack } from '#src/ui/layout.ts';
import { asked, purposeWords } from './purposeWords.ts';

export function ConsentDialog({ onClose }: { onClose: () => void }) {
  const given = useConsent();
  const [allowed, setAllowed] = useState<readonly Purpose[]>(given ?? []);
  const toggle = (purpose: Purpose) =>
    setAllowed(
      allowed.includes(purpose) ? allowed.filter((each) => each !== purpose) : [...allowed, purpose],
    );
  const save = () => {
    const revoked = given?.some((purpose) => !allowed.includes(purpose));
    consent.give(allowed);
    // What runs already can only be ended with the page.
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
          All of these are off until you switch them on, and none of them is ever there with records in view.
        </p>
        {asked.map((purpose) => (
          <div key={purpose}>
            <Switch
              label={purposeWords[purpose].title}
              checked={allowed.includes(purpose)}
              onChange={() => toggle(purpose)}
            />
            <p>
              <Muted>{purposeWords[purpose].about}</Muted>
            </p>
          </div>
        ))}
      </Stack>
    </Dialog>
  );
}
