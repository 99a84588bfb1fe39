/** Changes whether a user is an admin, or says why the role is fixed. */
import { z } from 'zod';
import { Failure } from '#src/shared/failure.ts';
import { roleFixedBecause, type PersonLine, type Viewer } from '#src/shared/people.ts';
import { useActors } from '#src/features/root/index.ts';
import { usePeopleChanged } from '#src/features/organizations/index.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Checkbox } from '#src/ui/form/Checkbox.tsx';
import { Form } from '#src/ui/form/Form.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { adminHint } from './adminHint.ts';

/** Marks the initial focus: the checkbox, or Cancel if the checkbox is disabled. */
const initialFocus = { 'data-first': true };

const Role = z.object({ is_admin: z.boolean() });

const outcomeAlerts = {
  sent: { type: 'success', content: 'User updated successfully' },
  queued: {
    type: 'info',
    content: 'The role is kept on this device and sent as soon as the service can be reached',
  },
} as const;

type Props = { organization: string; person: PersonLine; viewer: Viewer; onClose: () => void };

export function EditUserDialog({ organization, person, viewer, onClose }: Props) {
  const { submit, raiseAlert } = useActors();
  const peopleChanged = usePeopleChanged(organization);
  const fixedReason = roleFixedBecause(person, viewer);
  const save = async ({ is_admin }: z.output<typeof Role>) => {
    const { id, email } = person;
    const outcome = await submit('role', { organization, person: id, email, is_admin }).catch(
      (thrown: unknown) => {
        const { code, message, status } = Failure.from(thrown);
        throw new Failure(code, `Failed to update user. ${message}`, { status });
      },
    );
    if (outcome === 'sent') await peopleChanged();
    raiseAlert({ ...outcomeAlerts[outcome], source: 'User', duration: 5 });
    onClose();
  };
  return (
    <Dialog title="Edit User" size="s" onClose={onClose}>
      <Form
        label="Role"
        schema={Role}
        values={{ is_admin: person.isAdmin }}
        submit="Save"
        unavailable={fixedReason}
        onSubmit={save}
        actions={
          <Button onClick={onClose} {...(fixedReason !== undefined && initialFocus)}>
            Cancel
          </Button>
        }
      >
        <TextField label="Email" name="email" value={person.email} readOnly />
        <Checkbox
          label="Organization Admin"
          name="is_admin"
          hint={fixedReason ?? adminHint}
          optional
          disabled={fixedReason !== undefined}
          {...(fixedReason === undefined && initialFocus)}
        />
      </Form>
    </Dialog>
  );
}
