/** Offers the app once, after something has gone well; never at once, and not again for a year after a no. */
import { useSelector } from '@xstate/react';
import { useState, useSyncExternalStore } from 'react';
import { config } from '#src/shared/config.ts';
import { yearSeconds, snoozeAlert, snoozedMs } from '#src/shared/storage/snoozeAlert.ts';
import { useActors, useRoot } from '#src/features/root/index.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';

export function InstallNotice() {
  const { installOffer } = useRoot();
  const { uploads } = useActors();
  const state = useSyncExternalStore(installOffer.subscribe, installOffer.get);
  const succeeded = useSelector(uploads, ({ context }) => context.anyStored);
  const [quiet, setQuiet] = useState(() => snoozedMs('install') > 0);
  if (!succeeded || quiet || state !== 'ready') return null;
  const done = () => {
    snoozeAlert('install', yearSeconds);
    setQuiet(true);
  };
  const install = () => {
    done();
    void installOffer.ask();
  };
  return (
    <Banner
      tone="info"
      title={`Have ${config.productName} as an app?`}
      actions={
        <>
          <Button kind="primary" size="s" onClick={install}>
            Install the app
          </Button>
          <Button size="s" onClick={done}>
            No, thanks
          </Button>
        </>
      }
    >
      Your first records are sealed and stored. Installed, the console has a window of its own and opens .csv
      and .json files from your folders. You find this under Profile, too.
    </Banner>
  );
}
