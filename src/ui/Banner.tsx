/** A message in one of four tones. Announced politely; errors assertively. */
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import { Icon, type IconName } from './Icon.tsx';
import { Stack } from './layout.ts';

export type Tone = keyof typeof token.tone;

/** The icon of each tone, since colour alone is not accessible. */
export const toneIcons: Record<Tone, IconName> = {
  error: 'alert',
  warning: 'warning',
  info: 'info',
  success: 'check',
};

const Strip = styled.div<{ $tone: Tone }>`
  display: grid;
  grid-template-columns: auto 1fr;
  gap: ${token.space.sm};
  align-items: start;
  padding: ${token.space.sm} ${token.space.m};
  color: ${token.color.text};
  background: ${({ $tone }) => token.toneSoft[$tone]};
  border: 1px solid color-mix(in srgb, ${({ $tone }) => token.tone[$tone]} 35%, transparent);
  border-radius: ${token.radius.m};
  overflow-wrap: anywhere;
  > svg {
    margin-block-start: 2px;
    color: ${({ $tone }) => token.tone[$tone]};
  }
`;
const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space.s};
  margin-block-start: ${token.space.xs};
`;

export type BannerProps = { tone: Tone; title?: string; actions?: ReactNode; children?: ReactNode };

export function Banner({ tone, title, actions, children }: BannerProps) {
  return (
    <Strip $tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      <Icon name={toneIcons[tone]} size={20} />
      <Stack $gap="xs">
        {title && <strong>{title}</strong>}
        {children && <div>{children}</div>}
        {actions && <Actions>{actions}</Actions>}
      </Stack>
    </Strip>
  );
}
