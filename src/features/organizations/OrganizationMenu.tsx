/** A menu of the user's other organizations. Choosing one switches all tabs to it. */
import { useState } from 'react';
import type { Organization } from '@cloakroom/contract/organizations.ts';
import { useActors } from '#src/features/root/index.ts';
import { filterByName } from '#src/shared/format/byName.ts';
import { FindField } from '#src/ui/form/FindField.tsx';
import { Menu, MenuItem } from '#src/ui/Menu.tsx';

export const OrganizationMenu = ({ others }: { others: readonly Pick<Organization, 'id' | 'name'>[] }) => {
  const { session } = useActors();
  const [text, setText] = useState('');
  const found = filterByName(others, text);
  return (
    <Menu bare size="s" icon="chevronDown" label="Change organization" align="end">
      <FindField
        label="Find an organization"
        value={text}
        onChange={setText}
        found={found.length}
        total={others.length}
      />
      {found.map(({ id, name }) => (
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
