/** A small label: a state, a role, a count. */
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import type { Tone } from './Banner.tsx';
import { Icon, type IconName } from './Icon.tsx';

export type BadgeTone = Tone | 'plain' | 'primary' | 'accent';

const coloursOf = (tone: BadgeTone) => {
  if (tone === 'plain') return [token.color.muted, token.color.sunken];
  if (tone === 'primary') return [token.color.onPrimarySoft, token.color.primarySoft];
  if (tone === 'accent') return [token.color.accent, token.color.accentSoft];
  return [token.tone[tone], token.toneSoft[tone]];
};

const Pill = styled.span<{ $tone: BadgeTone }>`
  display: inline-flex;
  gap: ${token.space.xs};
  align-items: center;
  padding: 1px ${token.space.s};
  font-size: ${token.size.xs};
  font-weight: 650;
  line-height: 1.5;
  white-space: nowrap;
  color: ${({ $tone }) => coloursOf($tone)[0]};
  background: ${({ $tone }) => coloursOf($tone)[1]};
  border: 1px solid transparent;
  border-radius: ${token.radius.pill};
`;

export function Badge({
  tone = 'plain',
  icon,
  children,
}: {
  tone?: BadgeTone;
  icon?: IconName;
  children: ReactNode;
}) {
  return (
    <Pill $tone={tone}>
      {icon && <Icon name={icon} size={13} />}
      {children}
    </Pill>
  );
}
