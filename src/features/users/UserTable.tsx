/** The people of an organization as a table, with the actions that an admin has on each. */
import styled from 'styled-components';
import { formatDate } from '#src/shared/format/moments.ts';
import { roleFixedBecause, type PersonLine, type Viewer } from '#src/shared/people.ts';
import { screen, token } from '#src/ui/theme/tokens.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { Button } from '#src/ui/Button.tsx';
import { BreakableText } from '#src/ui/BreakableText.tsx';
import { Muted, Row } from '#src/ui/layout.ts';
import { Menu, MenuItem } from '#src/ui/Menu.tsx';
import { Table, type Column } from '#src/ui/Table.tsx';

/** The actions on a row of the table. */
export type UserActions = {
  edit: (person: PersonLine) => void;
  resend: (person: PersonLine) => void;
  revoke: (person: PersonLine) => void;
  remove: (person: PersonLine) => void;
  createToken: (person: PersonLine) => void;
};

/* Aligns the icon of the first button with the column's header. */
const Buttons = styled(Row)`
  flex-wrap: nowrap;
  margin-inline-start: calc(-1 * ${token.space.sm});
  ${screen.phone} {
    flex-wrap: wrap;
  }
`;

const Address = styled(Muted)`
  display: block;
  font-weight: 400;
`;

const Status = ({ person }: { person: PersonLine }) => (
  <Row>
    <Badge tone={person.status === 'Active' ? 'success' : 'warning'}>{person.status}</Badge>
    {person.invitation && <Muted>until {formatDate(person.invitation.expires)}</Muted>}
  </Row>
);

/** The actions on an open invitation. */
function InvitationMenu({ person, actions }: { person: PersonLine; actions: UserActions }) {
  return (
    <Menu label={`Invitation of ${person.email}`} icon="more" size="s" bare align="end">
      <MenuItem icon="mail" onSelect={() => actions.resend(person)}>
        Resend invitation
      </MenuItem>
      <MenuItem icon="trash" danger onSelect={() => actions.revoke(person)}>
        Revoke invitation
      </MenuItem>
    </Menu>
  );
}

/** A person's address; the name of a service account, with its address below. */
function NameCell({ person: { email, program } }: { person: PersonLine }) {
  if (program === undefined) return <BreakableText text={email} />;
  return (
    <>
      <BreakableText text={program} />
      <Address>
        <BreakableText text={email} />
      </Address>
    </>
  );
}

type ProgramButtonsProps = { name: string; person: PersonLine; actions: UserActions };

/** The actions of an admin on a service account. */
function ProgramButtons({ name, person, actions }: ProgramButtonsProps) {
  return (
    <Buttons>
      <Button
        size="s"
        kind="quiet"
        icon="key"
        aria-label={`Create a token for ${name}`}
        onClick={() => actions.createToken(person)}
      >
        Create token
      </Button>
      <Button
        size="s"
        kind="quiet"
        icon="trash"
        aria-label={`Delete ${name}`}
        onClick={() => actions.remove(person)}
      >
        Delete
      </Button>
    </Buttons>
  );
}

const columns = (actions: UserActions, viewer: Viewer): Column<PersonLine>[] => [
  { key: 'email', header: 'Email', rowHeader: true, cell: (person) => <NameCell person={person} /> },
  { key: 'status', header: 'Status', cell: (person) => <Status person={person} /> },
  {
    key: 'role',
    header: 'Role',
    cell: ({ role, self, program }) =>
      program === undefined ? (
        <>
          {role} {self && <Muted>(you)</Muted>}
        </>
      ) : (
        <Badge tone="accent">{role}</Badge>
      ),
  },
  {
    key: 'actions',
    header: 'Actions',
    cell: (person) =>
      person.program === undefined ? (
        <Buttons>
          <Button
            size="s"
            kind="quiet"
            icon="edit"
            aria-label={`Edit ${person.email}`}
            onClick={() => actions.edit(person)}
          >
            Edit
          </Button>
          {person.status === 'Active' && roleFixedBecause(person, viewer) === undefined && (
            <Button
              size="s"
              kind="quiet"
              icon="trash"
              aria-label={`Remove ${person.email}`}
              onClick={() => actions.remove(person)}
            >
              Remove
            </Button>
          )}
          {person.invitation && <InvitationMenu person={person} actions={actions} />}
        </Buttons>
      ) : (
        viewer.isAdmin && <ProgramButtons name={person.program} person={person} actions={actions} />
      ),
  },
];

type Props = { people: readonly PersonLine[]; viewer: Viewer; actions: UserActions };

export function UserTable({ people, viewer, actions }: Props) {
  return <Table caption="Users" columns={columns(actions, viewer)} rows={people} rowKey={({ id }) => id} />;
}
