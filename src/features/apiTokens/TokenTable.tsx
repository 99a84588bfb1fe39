/** A table of API tokens, with a dialog that revokes them. */
import { useState } from 'react';
import styled from 'styled-components';
import type { ApiToken } from '@cloakroom/contract/apiTokens.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { useDatasets } from '#src/features/datasets/index.ts';
import { useActors } from '#src/features/root/index.ts';
import { useSession } from '#src/features/session/index.ts';
import { formatQuantity } from '#src/shared/format/counts.ts';
import { formatDate, formatDateTime } from '#src/shared/format/moments.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { BreakableText } from '#src/ui/BreakableText.tsx';
import { Button } from '#src/ui/Button.tsx';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { Row } from '#src/ui/layout.ts';
import { Table, type Column } from '#src/ui/Table.tsx';
import { useRevokeApiToken } from './queries.ts';
import { verbTexts } from './verbTexts.ts';

const Prefix = styled.code`
  white-space: nowrap;
`;

/** @param props.showsUser - whether a column shows the users of the tokens; the list then has to include the users. */
export function TokenTable({ tokens, showsUser }: { tokens: readonly ApiToken[]; showsUser?: boolean }) {
  const scopeText = useScopeText();
  const [tokenToRevoke, setTokenToRevoke] = useState<ApiToken>();
  const all = columns(scopeText, setTokenToRevoke);
  return (
    <>
      <Table
        caption="API tokens"
        columns={showsUser ? all.toSpliced(1, 0, userColumn) : all}
        rows={tokens}
        rowKey={({ id }) => id}
      />
      {tokenToRevoke && <RevokeDialog token={tokenToRevoke} onClose={() => setTokenToRevoke(undefined)} />}
    </>
  );
}

const userColumn: Column<ApiToken> = {
  key: 'user',
  header: 'User',
  cell: ({ user }) => {
    if (typeof user === 'string') return idIn(user);
    if (!user.is_service_account) return <BreakableText text={user.email} />;
    return (
      <Row>
        <BreakableText text={user.first_name} /> <Badge tone="accent">Service account</Badge>
      </Row>
    );
  },
};

/** Returns a function that names the organization and the datasets of a token. */
function useScopeText() {
  const { organization, organizations } = useSession();
  const { data } = useDatasets(organization.id);
  const names = new Map(data?.items.map(({ id, name }) => [id, name]));
  return ({ organization: home, datasets }: ApiToken): string => {
    const organizationName = organizations.find(({ id }) => id === idIn(home))?.name ?? idIn(home);
    if (datasets === null) return `${organizationName}: all datasets`;
    const found = datasets.flatMap((url) => names.get(idIn(url)) ?? []);
    const isNamed = found.length === datasets.length;
    return `${organizationName}: ${isNamed ? found.join(', ') : formatQuantity(datasets.length, 'dataset')}`;
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
        Programs that use <code>{prefix}…</code> will be refused. This can’t be undone.
      </p>
    </ConfirmDialog>
  );
}
