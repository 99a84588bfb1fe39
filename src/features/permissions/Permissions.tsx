/** Fetches the permissions of a schema, then shows them or makes them editable. */
import { useMemo, type ReactNode } from 'react';
import { fieldNamesOf } from '@cloakroom/contract/fields.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import type { Viewer } from '#src/shared/people.ts';
import type { Teams } from '#src/machines/teamEdit/teams.ts';
import { Loaded } from '#src/ui/Loaded.tsx';
import { Stack } from '#src/ui/layout.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { useMembersAndReceivers, useRecordCount, useTeamsAndGrants } from './queries.ts';
import { candidatesOf } from './people.ts';
import { PermissionsEditor } from './PermissionsEditor.tsx';
import { teamsOf } from './teamsOf.ts';
import { listText } from './rights.ts';

export type PermissionsProps = {
  schema: Schema;
  /** Id of the schema's organization, and its owner's e-mail address. */
  organization: string;
  owner: string;
  viewer: Viewer;
  behindProxy: boolean | undefined;
  /** A button to invite a user. */
  addUser: ReactNode;
  /** Shown if the schema no longer exists. */
  back: ReactNode;
};

export function Permissions(props: PermissionsProps) {
  const { schema, organization, owner, viewer, behindProxy, addUser, back } = props;
  const [teams, grants] = useTeamsAndGrants(schema.id);
  const [members, receivers] = useMembersAndReceivers(organization);
  const { can_search, can_share_keys } = schema.permissions;
  const records = useRecordCount(schema.id, can_search);
  const fields = useMemo(() => fieldNamesOf(schema.schema), [schema.schema]);
  const edited = useMemo(
    () => (teams.data && grants.data ? teamsOf(teams.data.items, grants.data) : []),
    [teams.data, grants.data],
  );
  const { able, unable } = useMemo(
    () => candidatesOf(members.data ?? [], receivers.data ?? []),
    [members.data, receivers.data],
  );
  const editable = can_share_keys || viewer.isAdmin;
  const admins = [owner, ...[...able, ...unable].filter(({ isAdmin }) => isAdmin).map(({ email }) => email)];
  const queries = [teams, grants, members, receivers];
  const error = queries.find((query) => query.error)?.error ?? null;
  return (
    <Loaded
      from={{
        ...teams,
        data: queries.every(({ data }) => data !== undefined) || undefined,
        error,
        errorUpdatedAt: Math.max(...queries.map(({ errorUpdatedAt }) => errorUpdatedAt)),
        isError: error !== null,
        isFetching: queries.some(({ isFetching }) => isFetching),
        refetch: () => queries.map(({ refetch }) => refetch()),
      }}
      label="Loading teams"
      missing="Schema Not Found"
      back={back}
      dated
    >
      {() => (
        <Stack $gap="l">
          {!editable && <ReadOnlyNotice teams={edited} admins={admins} />}
          <PermissionsEditor
            key={schema.id}
            task={{ schema: schema.id, organization, self: viewer.id }}
            name={schema.name}
            fields={fields}
            teams={edited}
            able={able}
            unable={unable}
            records={records}
            editable={editable}
            sharing={can_share_keys}
            behindProxy={behindProxy === true}
            addUser={addUser}
          />
        </Stack>
      )}
    </Loaded>
  );
}

type ReadOnlyNoticeProps = {
  teams: Teams;
  /** E-mail addresses of the organization's owner and admins. */
  admins: readonly string[];
};

/** Explains why the viewer can't change the teams, and who can. */
function ReadOnlyNotice({ teams, admins }: ReadOnlyNoticeProps) {
  const owners = teams
    .filter(({ canShareKeys: share }) => share)
    .flatMap(({ members }) => members.map(({ email }) => email));
  const editors = [...new Set([...owners, ...admins])];
  return (
    <Banner tone="info" title="You can view this page, but not change it">
      Only the schema’s data owners and the organization’s admins can change its teams. Ask{' '}
      {listText(editors)}.
    </Banner>
  );
}
