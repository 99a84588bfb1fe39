/** Offers to install the app after the first successful upload. A refusal is remembered for a year. */
import { useSelector } from '@xstate/react';
import { useState, useSyncExternalStore } from 'react';
import { config } from '#src/shared/config.ts';
import { yearSeconds, snoozeAlert, snoozedMs } from '#src/shared/storage/cookies.ts';
import { useActors, useRoot } from '#src/features/root/index.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';

export function InstallNotice() {
  const { installOffer } = useRoot();
  const { uploads } = useActors();
  const state = useSyncExternalStore(installOffer.subscribe, installOffer.get);
  const hasUploaded = useSelector(uploads, ({ context }) => context.anyStored);
  const [snoozed, setSnoozed] = useState(() => snoozedMs('install') > 0);
  if (!hasUploaded || snoozed || state !== 'ready') return null;
  const dismiss = () => {
    snoozeAlert('install', yearSeconds);
    setSnoozed(true);
  };
  const install = () => {
    dismiss();
    void installOffer.ask();
  };
  return (
    <Banner
      tone="info"
      title={`Install ${config.productName} as an app?`}
      actions={
        <>
          <Button kind="primary" size="s" onClick={install}>
            Install the app
          </Button>
          <Button size="s" onClick={dismiss}>
            No, thanks
          </Button>
        </>
      }
    >
      Your first records are sealed and stored. When it is installed, the console has its own window and opens
      .csv and .json files from your folders. You can also install it later, under Profile.
    </Banner>
  );
}
