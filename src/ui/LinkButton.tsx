/** A link that looks like a button. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styled from 'styled-components';
import { buttonStyles, type ButtonKind, type ButtonStyleProps, type ButtonSize } from './buttonStyles.ts';
import { Icon, type IconName } from './Icon.tsx';

const Inside = styled(Link)<ButtonStyleProps>`
  ${buttonStyles}
`;
const Outside = styled.a<ButtonStyleProps>`
  ${buttonStyles}
`;

type Target =
  | { /** A route of the console. */ to: string; href?: never; download?: never }
  | { /** An address outside the router, or a download. */ href: string; download?: string; to?: never };

export type LinkButtonProps = Target & {
  kind?: ButtonKind;
  size?: ButtonSize;
  icon?: IconName;
  children: ReactNode;
};

export function LinkButton({ kind = 'secondary', size = 'm', icon, children, ...target }: LinkButtonProps) {
  const look = { $kind: kind, $size: size };
  const content = (
    <>
      {icon && <Icon name={icon} />}
      {children}
    </>
  );
  if (target.to !== undefined) {
    return (
      <Inside to={target.to} {...look}>
        {content}
      </Inside>
    );
  }
  return (
    <Outside href={target.href} download={target.download} {...look}>
      {content}
    </Outside>
  );
}
