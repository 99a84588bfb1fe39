/** A button with only an icon; its label is its accessible name and tooltip. */
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import { Button, type ButtonProps } from './Button.tsx';
import type { IconName } from './Icon.tsx';

const Square = styled(Button)`
  flex: none;
  padding: 0;
  inline-size: ${({ size = 'm' }) => token.control[size]};
`;

export type IconButtonProps = Omit<ButtonProps, 'children' | 'icon' | 'aria-label'> & {
  icon: IconName;
  label: string;
};

export function IconButton({ icon, label, kind = 'quiet', ...rest }: IconButtonProps) {
  return <Square {...rest} kind={kind} icon={icon} aria-label={label} title={label} />;
}
