/** Buttons, links, menus and switches in all variants. */
import { useState } from 'react';
import { Button } from '#src/ui/Button.tsx';
import { CopyButton } from '#src/ui/CopyButton.tsx';
import { Switch } from '#src/ui/form/Switch.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { Stack } from '#src/ui/layout.ts';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { Menu, MenuItem, MenuLink } from '#src/ui/Menu.tsx';
import { Sample } from './Sample.tsx';

const kinds = ['primary', 'secondary', 'quiet', 'danger'] as const;
const sizes = ['m', 's'] as const;
const noop = () => undefined;

export function ButtonsSample() {
  const [on, setOn] = useState(true);
  return (
    <Stack $gap="l">
      {sizes.map((size) => (
        <Sample key={size} title={size === 'm' ? 'Buttons' : 'Small buttons'} row>
          {kinds.map((kind) => (
            <Button key={kind} kind={kind} size={size}>
              {kind}
            </Button>
          ))}
          {kinds.map((kind) => (
            <Button key={kind} kind={kind} size={size} icon="upload">
              {kind} with icon
            </Button>
          ))}
          <IconButton size={size} icon="settings" label={`Settings, size ${size}`} />
        </Sample>
      ))}
      <Sample title="In progress" row>
        {kinds.map((kind) => (
          <Button key={kind} kind={kind} pending>
            {kind}
          </Button>
        ))}
      </Sample>
      <Sample title="Unavailable, with a reason" row>
        {kinds.map((kind) => (
          <Button key={kind} kind={kind} unavailable="The reason is reachable by pointer and by keyboard.">
            {kind}
          </Button>
        ))}
      </Sample>
      <Sample title="Links that look like buttons" row>
        {kinds.map((kind) => (
          <LinkButton key={kind} kind={kind} to="/devtest/buttons">
            {kind}
          </LinkButton>
        ))}
      </Sample>
      <Sample title="Others" row>
        <CopyButton value="cloakroom" valueName="sample" />
        <Menu label="Menu">
          <MenuItem icon="edit" onSelect={noop}>
            Edit
          </MenuItem>
          <MenuLink icon="help" to="/help">
            Help
          </MenuLink>
          <MenuItem icon="trash" danger onSelect={noop}>
            Delete
          </MenuItem>
        </Menu>
        <Switch label={on ? 'On' : 'Off'} checked={on} onChange={setOn} />
        <Switch label="Unavailable" checked={false} onChange={noop} unavailable="It can’t be switched now." />
      </Sample>
    </Stack>
  );
}
