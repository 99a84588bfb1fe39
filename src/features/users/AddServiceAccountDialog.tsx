/** Creates a service account, then its first token. */
import { useState } from 'react';
import type { z } from 'zod';
import { createServiceAccount, type ServiceAccount } from '@cloakroom/contract/serviceAccounts.ts';
import { ServiceAccountToken } from '#src/features/apiTokens/index.ts';
import { useOfflineReason } from '#src/features/connection/index.ts';
import { useCreateServiceAccount } from '#src/features/organizations/index.ts';
import { useIdempotencyKey } from '#src/shared/queries/idempotency.ts';
import { useFormDraft } from '#src/shared/storage/formDrafts.ts';
import { FormDialog } from '#src/ui/form/FormDialog.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { Muted } from '#src/ui/layout.ts';

type Props = { organization: string; onClose: () => void };

const draftFields = ['name'];

export function AddServiceAccountDialog({ organization, onClose }: Props) {
  const { mutateAsync } = useCreateServiceAccount(organization);
  const draft = useFormDraft(`service account in ${organization}`, draftFields);
  const idempotencyKey = useIdempotencyKey();
  const offlineReason = useOfflineReason('Only the service can create service accounts.');
  const [made, setMade] = useState<ServiceAccount>();
  const create = async (body: z.output<typeof createServiceAccount.body>) =>
    setMade(await mutateAsync({ body, idempotencyKey }));
  if (made) return <ServiceAccountToken account={made} onClose={onClose} />;
  return (
    <FormDialog
      title="Add Service Account"
      onClose={onClose}
      label="New service account"
      draft={draft}
      schema={createServiceAccount.body}
      submit="Add Service Account"
      unavailable={offlineReason}
      onSubmit={create}
    >
      <p>
        <Muted>
          A program that is a member of the organization: with a keyring and tokens of its own, without a
          password. It stays when the person who made it leaves.
        </Muted>
      </p>
      <TextField label="Name" name="name" hint="What the program does" autoComplete="off" />
    </FormDialog>
  );
}
