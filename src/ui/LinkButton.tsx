/** A link that looks like a button. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styled from 'styled-components';
import { buttonStyles, type ButtonKind, type ButtonStyleProps, type ButtonSize } from './buttonStyles.ts';
import { Icon, type IconName } from './Icon.tsx';

const InternalLink = styled(Link)<ButtonStyleProps>`
  ${buttonStyles}
`;
const ExternalLink = styled.a<ButtonStyleProps>`
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
  const styleProps = { $kind: kind, $size: size };
  const content = (
    <>
      {icon && <Icon name={icon} />}
      {children}
    </>
  );
  if (target.to !== undefined) {
    return (
      <InternalLink to={target.to} {...styleProps}>
        {content}
      </InternalLink>
    );
  }
  return (
    <ExternalLink href={target.href} download={target.download} {...styleProps}>
      {content}
    </ExternalLink>
  );
}
