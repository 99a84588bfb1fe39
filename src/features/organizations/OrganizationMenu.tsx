/** A menu of the user's other organizations. Choosing one changes it in all tabs. */
import type { Organization } from '@cloakroom/contract/organizations.ts';
import { useActors } from '#src/features/root/index.ts';
import { Menu, MenuItem } from '#src/ui/Menu.tsx';

export const OrganizationMenu = ({ others }: { others: readonly Pick<Organization, 'id' | 'name'>[] }) => {
  const { session } = useActors();
  return (
    <Menu bare size="s" icon="chevronDown" label="Change organization" align="end">
      {others.map(({ id, name }) => (
        <MenuItem
          key={id}
          icon="building"
          onSelect={() => session.send({ type: 'organization.chosen', organization: id })}
        >
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
};
