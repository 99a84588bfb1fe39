/** Invites a person to the organization. */
import type { z } from 'zod';
import { createInvitation } from '@cloakroom/contract/invitations.ts';
import { Failure } from '#src/shared/failure.ts';
import { useActors } from '#src/features/root/index.ts';
import { useOfflineReason, useStatus } from '#src/features/connection/index.ts';
import { useInvite } from '#src/features/invitations/index.ts';
import { useIdempotencyKey } from '#src/shared/queries/idempotency.ts';
import { useFormDraft } from '#src/shared/storage/formDrafts.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { FormDialog } from '#src/ui/form/FormDialog.tsx';
import { Checkbox } from '#src/ui/form/Checkbox.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { adminHint } from './adminHint.ts';

type Props = { organization: string; onClose: () => void };

const draftFields = ['email', 'is_admin'];

export function AddUserDialog({ organization, onClose }: Props) {
  const { raiseAlert } = useActors();
  const { mutateAsync } = useInvite(organization);
  const idempotencyKey = useIdempotencyKey();
  const outbox = useStatus().data?.outbox;
  const offlineReason = useOfflineReason('An invitation can’t wait: the service sends its mail.');
  const draft = useFormDraft(`invitation to ${organization}`, draftFields);
  const invite = async (body: z.output<typeof createInvitation.body>) => {
    await mutateAsync({ body, idempotencyKey }).catch((thrown: unknown) => {
      const { code, message, errors, status } = Failure.from(thrown);
      const reason = Object.keys(errors).length > 0 ? '' : ` ${message}`;
      throw new Failure(code, `Failed to create user, please try again.${reason}`, { errors, status });
    });
    const content = 'User created successfully: an invitation has been sent to the user via email.';
    raiseAlert({
      type: 'success',
      source: 'User',
      content: outbox === true ? `${content} It waits in the outbox of this machine.` : content,
      duration: 5,
    });
    onClose();
  };
  return (
    <FormDialog
      title="Add User"
      onClose={onClose}
      label="New user"
      draft={draft}
      schema={createInvitation.body}
      submit="Add User"
      unavailable={offlineReason}
      onSubmit={invite}
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
      {outbox === true && (
        <Banner tone="info" title="No mail server is configured">
          The invitation’s mail stays in the outbox of this machine. The operator of the service opens it with
          the address printed at the start, and forwards the mail.
        </Banner>
      )}
      <Checkbox label="Organization Admin" name="is_admin" hint={adminHint} optional />
    </FormDialog>
  );
}
