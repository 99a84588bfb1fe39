/** The API tokens of the user, with dialogs that create and revoke them. */
import { useState } from 'react';
import styled from 'styled-components';
import type { ApiToken, NewApiToken } from '@cloakroom/contract/apiTokens.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { useOfflineReason } from '#src/features/connection/index.ts';
import { useDatasets } from '#src/features/datasets/index.ts';
import { useActors } from '#src/features/root/index.ts';
import { useSession } from '#src/features/session/index.ts';
import { formatQuantity } from '#src/shared/format/counts.ts';
import { formatDate, formatDateTime } from '#src/shared/format/moments.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { Button } from '#src/ui/Button.tsx';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { Muted, Row } from '#src/ui/layout.ts';
import { Loaded } from '#src/ui/Loaded.tsx';
import { Table, type Column } from '#src/ui/Table.tsx';
import { CreateTokenDialog } from './CreateTokenDialog.tsx';
import { useApiTokens, useRevokeApiToken } from './queries.ts';
import { SecretDialog } from './SecretDialog.tsx';
import { verbTexts } from './verbTexts.ts';

const Prefix = styled.code`
  white-space: nowrap;
`;

type Open =
  { dialog: 'create' } | { dialog: 'secret'; token: NewApiToken } | { dialog: 'revoke'; token: ApiToken };

export function ApiTokens() {
  const tokens = useApiTokens();
  const scopeText = useScopeText();
  const offlineReason = useOfflineReason('Only the service can create tokens.');
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const revoke = (token: ApiToken) => setOpen({ dialog: 'revoke', token });
  return (
    <>
      <p>
        <Muted>
          Programs sign in with a token instead of your password. A token can do at most what you can do, in
          the datasets and for the time that you choose.
        </Muted>
      </p>
      <Loaded dated from={tokens} label="Loading tokens" failed="Error fetching tokens">
        {({ items }) =>
          items.length > 0 && (
            <Table
              caption="API tokens"
              columns={columns(scopeText, revoke)}
              rows={items}
              rowKey={({ id }) => id}
            />
          )
        }
      </Loaded>
      <Row>
        <Button icon="plus" unavailable={offlineReason} onClick={() => setOpen({ dialog: 'create' })}>
          Create token
        </Button>
      </Row>
      {open?.dialog === 'create' && (
        <CreateTokenDialog onCreated={(token) => setOpen({ dialog: 'secret', token })} onClose={close} />
      )}
      {open?.dialog === 'secret' && <SecretDialog token={open.token} onClose={close} />}
      {open?.dialog === 'revoke' && <RevokeDialog token={open.token} onClose={close} />}
    </>
  );
}

/** Returns a function that names the organization and the datasets of a token. */
function useScopeText() {
  const { organization, organizations } = useSession();
  const { data } = useDatasets(organization.id);
  const names = new Map(data?.items.map(({ id, name }) => [id, name]));
  return ({ organization: home, datasets }: ApiToken): string => {
    const place = organizations.find(({ id }) => id === idIn(home))?.name ?? idIn(home);
    if (datasets === null) return `${place}: all datasets`;
    const found = datasets.flatMap((url) => names.get(idIn(url)) ?? []);
    const isNamed = found.length === datasets.length;
    return `${place}: ${isNamed ? found.join(', ') : formatQuantity(datasets.length, 'dataset')}`;
  };
}

const columns = (
  scopeText: (token: ApiToken) => string,
  onRevoke: (token: ApiToken) => void,
): Column<ApiToken>[] => [
  { key: 'name', header: 'Name', rowHeader: true, cell: ({ name }) => name },
  { key: 'token', header: 'Token', cell: ({ prefix }) => <Prefix>{prefix}…</Prefix> },
  { key: 'scope', header: 'Datasets', cell: scopeText },
  {
    key: 'verbs',
    header: 'Permits',
    cell: ({ verbs }) => verbs.map((verb) => verbTexts[verb].label).join(', '),
  },
  {
    key: 'expires',
    header: 'Expires',
    cell: ({ expires }) => (
      <Row>
        {formatDate(expires)} {Date.parse(expires) <= Date.now() && <Badge tone="warning">Expired</Badge>}
      </Row>
    ),
  },
  {
    key: 'used',
    header: 'Last used',
    cell: ({ last_used: used }) => (used === null ? 'Never' : formatDateTime(used)),
  },
  {
    key: 'actions',
    header: 'Actions',
    end: true,
    cell: (token) => (
      <Button
        size="s"
        kind="quiet"
        icon="trash"
        aria-label={`Revoke ${token.name}, ${token.prefix}`}
        onClick={() => onRevoke(token)}
      >
        Revoke
      </Button>
    ),
  },
];

function RevokeDialog({ token: { id, name, prefix }, onClose }: { token: ApiToken; onClose: () => void }) {
  const { raiseAlert } = useActors();
  const { mutateAsync } = useRevokeApiToken();
  const revoke = async () => {
    await mutateAsync(id);
    raiseAlert({ type: 'success', source: 'User', content: `Revoked token ${name}`, duration: 5 });
  };
  return (
    <ConfirmDialog title={`Revoke ${name}?`} confirm="Revoke" danger onConfirm={revoke} onClose={onClose}>
      <p>
        Programs that use <code>{prefix}…</code> are refused from now on. This can’t be undone.
      </p>
    </ConfirmDialog>
  );
}
