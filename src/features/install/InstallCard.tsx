/** Installs the console as an app: by a button if the browser offers it, otherwise by instructions. */
import { useSyncExternalStore } from 'react';
import { config } from '#src/shared/config.ts';
import { useRoot } from '#src/features/root/index.ts';
import { Button } from '#src/ui/Button.tsx';
import { Muted, Row } from '#src/ui/layout.ts';

export function InstallCard() {
  const { installOffer } = useRoot();
  const state = useSyncExternalStore(installOffer.subscribe, installOffer.get);
  if (state === 'installed')
    return (
      <p>
        {config.productName} is installed on this device. It starts without a network, and opens .csv and
        .json files.
      </p>
    );
  return (
    <>
      <p>
        When it is installed, {config.productName} has its own window and icon, and opens .csv and .json files
        from your folders. Nothing else changes: it is the same page.
      </p>
      {state === 'ready' ? (
        <Row>
          <Button icon="download" onClick={() => void installOffer.ask()}>
            Install the app
          </Button>
        </Row>
      ) : (
        <Muted>{howToInstall(navigator.userAgent)}</Muted>
      )}
    </>
  );
}

/** How to install the console in a browser that offers no prompt. @param userAgent - the browser's. */
function howToInstall(userAgent: string): string {
  if (/iPhone|iPad/.test(userAgent)) return 'Press Share, then Add to Home Screen.';
  if (userAgent.includes('Android')) return 'Open the browser’s menu, then Install or Add to Home screen.';
  if (userAgent.includes('Firefox'))
    return 'Firefox on this system can’t install web apps: use Chrome, Edge or Safari for that, or pin this tab.';
  if (userAgent.includes('Macintosh') && !userAgent.includes('Chrom'))
    return 'Choose File, then Add to Dock.';
  return 'Choose Install in your browser’s menu, unless it is already installed.';
}
