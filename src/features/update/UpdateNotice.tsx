/** Offers a new version, and shows what blocks the update. */
import { config } from '#src/shared/config.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { busyText } from './messages.ts';
import { useUpdate } from './useUpdate.ts';

function UpdateButton({ pending = false }) {
  const { startUpdate } = useUpdate();
  return (
    <Button kind="primary" size="s" icon="refresh" pending={pending} onClick={startUpdate}>
      Update
    </Button>
  );
}
function PostponeButton() {
  const { postponeUpdate } = useUpdate();
  return (
    <Button size="s" onClick={postponeUpdate}>
      Later
    </Button>
  );
}

export function UpdateNotice() {
  const { state } = useUpdate();
  const coming = state.hasTag('inProgress');
  if (coming || state.matches({ waiting: 'offered' }))
    return (
      <Banner
        tone="info"
        title={`A new version of ${config.productName} is ready`}
        actions={
          <>
            <UpdateButton pending={coming} />
            {!coming && <PostponeButton />}
          </>
        }
      >
        {coming && <span role="status">Updating.</span>} The update reloads every open tab, which takes a
        second. Nothing is lost: a busy tab delays the update.
      </Banner>
    );
  if (state.matches('blocked'))
    return (
      <Banner
        tone="warning"
        title="The update is waiting"
        actions={
          <>
            <UpdateButton />
            <PostponeButton />
          </>
        }
      >
        {state.context.busy.map(busyText).join(' ')} Finish that or close the tab, then update.
      </Banner>
    );
  if (state.matches('superseded'))
    return (
      <Banner tone="info" title="Other tabs have a new version" actions={<UpdateButton />}>
        This tab is busy and still runs the old version. Update it when you are done.
      </Banner>
    );
  if (state.matches('failed'))
    return (
      <Banner tone="warning" title="The update failed">
        Close every tab and window of {config.productName}, then open it again.
      </Banner>
    );
  return null;
}
