/** Invites somebody into the organization. */
import type { z } from 'zod';
import { createInvitation, type Invitation } from '#contract/invitations.ts';
import { Failure } from '#src/lib/failure.ts';
import { raiseAlert } from '#src/machines/alerts/wiring.ts';
import { useObstacle } from '#src/queries/connection.ts';
import { useInvite } from '#src/queries/invitations.ts';
import { useRepeatKey } from '#src/queries/repeating.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Checkbox } from '#src/ui/form/Checkbox.tsx';
import { Form } from '#src/ui/form/Form.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { adminHint } from './adminHint.ts';

type Props = {
  organization: string;
  /** Called with what the service made of it, after the dialog's work is done. */
  onInvited: (email: string, invitation: Invitation) => void;
  onClose: () => void;
};

export function AddUserDialog({ organization, onInvited, onClose }: Props) {
  const { mutateAsync } = useInvite(organization);
  const repeatKey = useRepeatKey();
  const obstacle = useObstacle('An invitation can’t wait: its mail is sent from there.');
  const invite = async (body: z.output<typeof createInvitation.body>) => {
    const invitation = await mutateAsync({ body, repeatKey }).catch((thrown: unknown) => {
      const { code, message, errors, status } = Failure.from(thrown);
      const reason = Object.keys(errors).length > 0 ? '' : ` ${message}`;
      throw new Failure(code, `Failed to create user, please try again.${reason}`, { errors, status });
    });
    raiseAlert({
      type: 'success',
      source: 'User',
      content: 'User created successfully: an invitation has been sent to the user via email.',
      duration: 5,
    });
    onInvited(body.email, invitation);
  };
  return (
    <Dialog title="Add User" size="s" onClose={onClose}>
      <Form
        label="New user"
        schema={createInvitation.body}
        submit="Add User"
        unavailable={obstacle}
        onSubmit={invite}
        actions={<Button onClick={onClose}>Cancel</Button>}
      >
        <TextField
          label="Email"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Checkbox label="Organization Admin" name="is_admin" hint={adminHint} optional />
      </Form>
    </Dialog>
  );
}
