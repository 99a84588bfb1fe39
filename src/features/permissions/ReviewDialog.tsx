/** Reviews a save before it runs, shows its progress, and its result afterwards. */
import { useState } from 'react';
import { formatQuantity } from '#src/shared/format/counts.ts';
import { Failure } from '#src/shared/failure.ts';
import { differences, type TeamEditContext } from '#src/machines/teamEdit/types.ts';
import { useConnection } from '#src/features/connection/index.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Checkbox } from '#src/ui/form/Checkbox.tsx';
import { Stack } from '#src/ui/layout.ts';
import { ChangeList } from './ChangeList.tsx';
import { Consequences } from './Consequences.tsx';
import { ConcurrentChangesNotice } from './ConcurrentChangesNotice.tsx';
import { losesKeys, rightsOf } from './rights.ts';
import type { TeamEditActor, TeamEditState } from './useTeamEdit.ts';

export type ReviewDialogProps = {
  actor: TeamEditActor;
  state: TeamEditState;
  /** The schema's name and its fields. */
  name: string;
  fields: readonly string[];
  records: number | undefined;
  behindProxy: boolean;
};

const renewalHint =
  'Otherwise people who lose a key could decrypt later records, if they ever obtained them. All remaining members get the new keys.';

/** Why the viewer can't renew the schema's keys. */
function renewalObstacle({ saved, edited, self }: TeamEditContext, behindProxy: boolean, online: boolean) {
  if (![saved, edited].every((teams) => rightsOf(teams, { id: self }).share))
    return 'Only a data owner who remains one can renew the keys: ask one of them to do it afterwards.';
  if (!behindProxy)
    return 'Your own proxy creates the keys: open the console through it. Until then people who lose a key keep the current one.';
  return online ? undefined : 'This can’t be queued: your proxy and the service create the keys together.';
}

export function ReviewDialog({ actor, state, name, fields, records, behindProxy }: ReviewDialogProps) {
  const { saved, edited, othersChanges, changes, failure, renewal } = state.context;
  const [renew, setRenew] = useState(true);
  const online = useConnection() === 'online';
  const locked = state.matches('saved');
  const started = state.matches('saving') || locked;
  const busy = state.hasTag('busy');
  const renewable = losesKeys(saved, edited, fields);
  const obstacle = renewalObstacle(state.context, behindProxy, online);
  const failed = changes.filter((change) => change.state === 'error').length;
  const queued = changes.filter((change) => change.state === 'queued').length;
  const notRenewed = renewal instanceof Failure;

  const edit = () => actor.send({ type: 'edit.pressed' });
  const close = () => actor.send({ type: 'dialog.closed' });
  const save = () =>
    actor.send({ type: 'save.confirmed', renew: renewable && renew && obstacle === undefined });
  const footer = locked ? (
    <>
      {(failed > 0 || notRenewed) && (
        <Button icon="refresh" onClick={() => actor.send({ type: 'retry.pressed' })}>
          Retry failed changes
        </Button>
      )}
      <Button kind="primary" onClick={close}>
        Close
      </Button>
    </>
  ) : (
    <>
      <Button unavailable={busy ? 'The changes are being saved.' : undefined} onClick={edit}>
        Edit
      </Button>
      <Button kind="primary" data-first pending={busy} onClick={save}>
        Save
      </Button>
    </>
  );
  return (
    <Dialog
      title={`${name} Permissions Changes`}
      footer={footer}
      {...(!busy && { onClose: locked ? close : edit })}
    >
      <Stack>
        {failure && <Banner tone="error">{failure.message} Nothing has been changed.</Banner>}
        {!started && <ConcurrentChangesNotice differences={othersChanges} />}
        {!started && !online && (
          <Banner tone="info">
            The service can’t be reached. Your changes are kept on this device and sent as soon as it can be
            reached; until then they are not saved.
          </Banner>
        )}
        {locked && failed === 0 && queued === 0 && <Banner tone="success">All changes are saved.</Banner>}
        {locked && queued > 0 && (
          <Banner tone="info">
            {formatQuantity(queued, 'change')} not saved yet: the service can’t be reached. They are kept on
            this device and sent as soon as it can be.
          </Banner>
        )}
        {locked && failed > 0 && (
          <Banner tone="error">{formatQuantity(failed, 'change was', 'changes were')} not saved.</Banner>
        )}
        <ChangeList changes={started ? changes : differences({ saved, edited })} />
        {!started && <Consequences before={saved} after={edited} fields={fields} records={records} />}
        {!started && renewable && (
          <Checkbox
            label="New keys for records from now on"
            name="renew"
            hint={obstacle ?? renewalHint}
            checked={renew && obstacle === undefined}
            disabled={obstacle !== undefined}
            onChange={(event) => setRenew(event.target.checked)}
          />
        )}
        {state.matches({ saving: 'renewing' }) && <p role="status">Creating new keys…</p>}
        {locked && renewal === 'done' && (
          <Banner tone="success">Everything stored from now on is sealed with new keys.</Banner>
        )}
        {locked && notRenewed && (
          <Banner tone="error" title="The keys were not renewed">
            {renewal.message}
          </Banner>
        )}
      </Stack>
    </Dialog>
  );
}
