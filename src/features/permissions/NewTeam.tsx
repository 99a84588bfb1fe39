/** Creates an additional team of a schema. */
import { useState } from 'react';
import { z } from 'zod';
import { createTeam } from '@cloakroom/contract/teams.ts';
import { useOfflineReason } from '#src/features/connection/index.ts';
import { useIdempotencyKey } from '#src/shared/queries/idempotency.ts';
import { useFormDraft } from '#src/shared/storage/formDrafts.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Form } from '#src/ui/form/Form.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { Row } from '#src/ui/layout.ts';
import { useTeamMutations } from './queries.ts';

/** The name of a team, as the contract has it. */
export const TeamName = z.object({ name: createTeam.body.shape.name });

type Props = { schema: string; organization: string };

export function NewTeam(props: Props) {
  const [open, setOpen] = useState(false);
  return (
    <Row>
      <Button icon="plus" onClick={() => setOpen(true)}>
        New Team
      </Button>
      {open && <NewTeamDialog {...props} onClose={() => setOpen(false)} />}
    </Row>
  );
}

const draftFields = ['name'];

/** A refusal of the service is shown in a banner; the input stays. */
function NewTeamDialog({ schema, organization, onClose }: Props & { onClose: () => void }) {
  const { create } = useTeamMutations(schema);
  const draft = useFormDraft(`team in ${schema}`, draftFields);
  const idempotencyKey = useIdempotencyKey();
  const offlineReason = useOfflineReason(
    'A new team can’t be queued: the service has to confirm it at once.',
  );
  const submit = async ({ name }: z.output<typeof TeamName>) => {
    await create.mutateAsync({ body: { schema, name }, organization, idempotencyKey });
    onClose();
  };
  return (
    <Dialog title="Add a new team" size="s" onClose={onClose}>
      <p>Its members may search, count and sum. Choose its members and fields afterwards.</p>
      <Form
        label="New team"
        draft={draft}
        schema={TeamName}
        submit="Create Team"
        unavailable={offlineReason}
        onSubmit={submit}
        actions={<Button onClick={onClose}>Cancel</Button>}
      >
        <TextField label="Name" name="name" hint="Give the team a name" autoComplete="off" />
      </Form>
    </Dialog>
  );
}
