/** Blocks a console whose version the servers no longer support, until it is updated. */
import { config } from '#src/shared/config.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Stack } from '#src/ui/layout.ts';
import { busyText } from './messages.ts';
import { useUpdate } from './useUpdate.ts';

export function OutdatedDialog() {
  const { state, startUpdate } = useUpdate();
  const { updateRequired, unreachable, busy } = state.context;
  if (!updateRequired) return null;
  const stuck = state.matches('failed');
  return (
    <Dialog
      title={`${config.productName} has to be updated`}
      size="s"
      footer={
        !stuck && (
          <Button kind="primary" icon="refresh" pending={state.hasTag('inProgress')} onClick={startUpdate}>
            Update
          </Button>
        )
      }
    >
      <Stack>
        <p>
          The service no longer supports this version of the page. To protect your data, the page requests and
          changes nothing until it is updated.
        </p>
        {stuck && (
          <Banner tone="warning" title="The update failed">
            Close every tab and window of {config.productName}, then open it again. If this message stays,
            update the proxy on your machine: the console comes from there.
          </Banner>
        )}
        {unreachable && (
          <Banner tone="error">The service can’t be reached. Check your connection and try again.</Banner>
        )}
        {busy.length > 0 && <Banner tone="warning">{busy.map(busyText).join(' ')}</Banner>}
      </Stack>
    </Dialog>
  );
}
