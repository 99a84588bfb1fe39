/** Over a console that the servers understand no more: nothing goes on before it is updated. */
import { config } from '#src/shared/config.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Stack } from '#src/ui/layout.ts';
import { busyText } from './messages.ts';
import { useUpdate } from './useUpdate.ts';

export function OutdatedDialog() {
  const { state, startUpdate: press } = useUpdate();
  const { demanded, unreachable, busy } = state.context;
  if (!demanded) return null;
  const stuck = state.matches('stuck');
  return (
    <Dialog
      title={`${config.productName} has to be updated`}
      size="s"
      footer={
        !stuck && (
          <Button kind="primary" icon="refresh" pending={state.hasTag('coming')} onClick={press}>
            Update
          </Button>
        )
      }
    >
      <Stack>
        <p>
          This page is of a version that the service understands no more. To protect your data it asks for
          nothing and changes nothing until it is updated.
        </p>
        {stuck && (
          <Banner tone="warning" title="The update did not take hold">
            Close every tab and window of {config.productName}, then open it again. If it stays as it is, the
            proxy on your machine has to be updated: the console comes from there.
          </Banner>
        )}
        {unreachable && <Banner tone="error">Nobody answers. Check your connection and try again.</Banner>}
        {busy.length > 0 && <Banner tone="warning">{busy.map(busyText).join(' ')}</Banner>}
      </Stack>
    </Dialog>
  );
}
