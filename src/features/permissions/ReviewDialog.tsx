/** What a save will do and what became of it: reviewed before, change by change while it runs, locked afterwards. */
import { useState } from 'react';
import { counted } from '#src/shared/format/counts.ts';
import { Failure } from '#src/shared/failure.ts';
import { differences, type TeamEdit } from '#src/machines/teamEdit/types.ts';
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
  'Whoever loses a key could otherwise open what is stored later, if it ever reached them. Everybody who stays is handed the new keys.';

/** Why the schema can't be given new keys by the one who looks. */
function renewalObstacle({ saved, edited, self }: TeamEdit, behindProxy: boolean, reached: boolean) {
  if (![saved, edited].every((teams) => rightsOf(teams, { id: self }).share))
    return 'Only a data owner who stays one can make new keys: ask one of them to do it afterwards.';
  if (!behindProxy)
    return 'Your own proxy makes the keys: open the console through it. Until then whoever loses a key keeps the present one.';
  return reached ? undefined : 'It can’t wait: your proxy and the service make the keys together.';
}

export function ReviewDialog({ actor, state, name, fields, records, behindProxy }: ReviewDialogProps) {
  const { saved, edited, meanwhile, changes, failure, renewal } = state.context;
  const [wanted, want] = useState(true);
  const reached = useConnection() === 'online';
  const locked = state.matches('saved');
  const begun = state.matches('saving') || locked;
  const busy = state.hasTag('busy');
  const renewable = losesKeys(saved, edited, fields);
  const fixed = renewalObstacle(state.context, behindProxy, reached);
  const failed = changes.filter((change) => change.state === 'error').length;
  const waiting = changes.filter((change) => change.state === 'waiting').length;
  const notRenewed = renewal instanceof Failure;

  const edit = () => actor.send({ type: 'edit.pressed' });
  const close = () => actor.send({ type: 'dialog.closed' });
  const save = () =>
    actor.send({ type: 'save.confirmed', renew: renewable && wanted && fixed === undefined });
  const footer = locked ? (
    <>
      {(failed > 0 || notRenewed) && (
        <Button icon="refresh" onClick={() => actor.send({ type: 'retry.pressed' })}>
          Try what failed again
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
        {!begun && <ConcurrentChangesNotice differences={meanwhile} />}
        {!begun && !reached && (
          <Banner tone="info">
            Nobody answers at the moment. What you save is kept on this device and sent as soon as somebody
            does; until then it is not saved.
          </Banner>
        )}
        {locked && failed === 0 && waiting === 0 && <Banner tone="success">Every change is saved.</Banner>}
        {locked && waiting > 0 && (
          <Banner tone="info">
            {counted(waiting, 'change')} not saved yet: nobody answers. They are kept on this device and sent
            as soon as somebody does.
          </Banner>
        )}
        {locked && failed > 0 && (
          <Banner tone="error">{counted(failed, 'change was', 'changes were')} not saved.</Banner>
        )}
        <ChangeList changes={begun ? changes : differences({ saved, edited })} />
        {!begun && <Consequences before={saved} after={edited} fields={fields} records={records} />}
        {!begun && renewable && (
          <Checkbox
            label="New keys for records from now on"
            name="renew"
            hint={fixed ?? renewalHint}
            checked={wanted && fixed === undefined}
            disabled={fixed !== undefined}
            onChange={(event) => want(event.target.checked)}
          />
        )}
        {state.matches({ saving: 'renewing' }) && <p role="status">Making new keys…</p>}
        {locked && renewal === 'done' && (
          <Banner tone="success">New keys seal what is stored from now on.</Banner>
        )}
        {locked && notRenewed && (
          <Banner tone="error" title="The schema has no new keys">
            {renewal.message}
          </Banner>
        )}
      </Stack>
    </Dialog>
  );
}
