/** /datasets/:datasetId/schemas/:schemaId/permissions */
import { lazy, Suspense, useState } from 'react';
import { useParams } from 'react-router';
import { AccessCard, AccessNotices } from '#src/features/sharing/index.ts';
import { useViewer } from '#src/features/organizations/index.ts';
import { Permissions } from './Permissions.tsx';
import { useBehindProxy } from '#src/features/proxy/index.ts';
import { BackToDataset, SchemaTabs, useSchema } from '#src/features/schemas/index.ts';
import { useSession } from '#src/features/session/index.ts';
import { adminReason, ownerEmail } from '#src/shared/people.ts';
import { useDataset } from '#src/features/datasets/index.ts';
import { Button } from '#src/ui/Button.tsx';
import { Loaded } from '#src/ui/Loaded.tsx';
import { Stack } from '#src/ui/layout.ts';
import { Page } from '#src/ui/Page.tsx';

const AddUserDialog = lazy(async () => ({
  default: (await import('#src/features/users/AddUserDialog.tsx')).AddUserDialog,
}));

export function PermissionsPage() {
  const { datasetId = '', schemaId = '' } = useParams();
  const { user, organization } = useSession();
  const viewer = useViewer(organization, user);
  const dataset = useDataset(datasetId);
  const schema = useSchema(schemaId);
  const behindProxy = useBehindProxy();
  const [inviting, setInviting] = useState(false);
  const back = <BackToDataset dataset={datasetId} />;
  const addUser = (
    <Button
      icon="plus"
      unavailable={adminReason(viewer.isAdmin, 'add users')}
      onClick={() => setInviting(true)}
    >
      Add User
    </Button>
  );
  return (
    <Page
      title={schema.data?.name ?? 'Schema'}
      context={dataset.data?.name}
      subtitle={schema.data?.description}
      tabs={schema.data && <SchemaTabs dataset={datasetId} schema={schemaId} />}
    >
      <Loaded from={schema} label="Loading the schema" missing="Schema Not Found" back={back}>
        {(found) => (
          <Stack $gap="l">
            <AccessNotices schema={found.id} behindProxy={behindProxy === true} />
            <Permissions
              schema={found}
              organization={organization.id}
              owner={ownerEmail(organization)}
              viewer={viewer}
              behindProxy={behindProxy}
              addUser={addUser}
              back={back}
            />
            <AccessCard schema={found.id} behindProxy={behindProxy === true} />
          </Stack>
        )}
      </Loaded>
      {inviting && (
        <Suspense fallback={null}>
          <AddUserDialog organization={organization.id} onClose={() => setInviting(false)} />
        </Suspense>
      )}
    </Page>
  );
}
