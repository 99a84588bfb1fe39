/** Revokes an identity, after showing which keys have to be shared again. */
import type { Identity, IdentityKey } from '@cloakroom/contract/identities.ts';
import { Failure } from '#src/shared/failure.ts';
import { queryKeyName } from '@cloakroom/contract/fields.ts';
import { useActors } from '#src/features/root/index.ts';
import { useIdentityKeys, useRevokeIdentity } from '#src/features/sharing/queries.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';

type RevokeIdentityProps = { identity: Identity; onClose: () => void };

export function RevokeIdentity({ identity, onClose }: RevokeIdentityProps) {
  const { raiseAlert } = useActors();
  const keys = useIdentityKeys(identity.id);
  const { mutateAsync } = useRevokeIdentity();
  const revoke = async () => {
    await mutateAsync(identity.id);
    raiseAlert({ type: 'success', source: 'Identity', content: 'Identity revoked', duration: 5 });
  };
  return (
    <ConfirmDialog
      title="Revoke identity?"
      confirm="Revoke"
      danger
      size="m"
      onConfirm={revoke}
      onClose={onClose}
    >
      <p>
        From now on no one seals a key for device <code>{identity.device_id}</code>, and nothing that it signs
        is accepted. What it has received stays on it: where the device is lost, have the schemas’ keys
        renewed too.
      </p>
      {keys.error && <Banner tone="error">{Failure.from(keys.error).message}</Banner>}
      {keys.isPending && <Skeleton label="Loading its keys" lines={2} lineHeight="20px" />}
      {keys.data && <Affected keys={keys.data} />}
    </ConfirmDialog>
  );
}

/** The schemas whose keys have to be shared again. */
function Affected({ keys }: { keys: readonly IdentityKey[] }) {
  const schemas = [...new Map(keys.map(({ schema, schema_name }) => [schema, schema_name]))];
  if (schemas.length === 0) return <p>No key was shared with it: nothing has to be shared again.</p>;
  return (
    <>
      <p>
        {schemas.length === 1 ? '1 schema must be re-shared' : `${schemas.length} schemas must be re-shared`}{' '}
        with another device of yours:
      </p>
      <ul>
        {schemas.map(([id, name]) => (
          <li key={id}>
            {name}:{' '}
            {keys
              .filter(({ schema }) => schema === id)
              .map(keyText)
              .join(', ')}
          </li>
        ))}
      </ul>
    </>
  );
}

const keyText = ({ field_name }: IdentityKey) =>
  field_name === queryKeyName ? 'the search key' : field_name;
