/** The placeholder for missing content: the reason, and what to do next. */
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import { Icon, type IconName } from './Icon.tsx';

const Container = styled.section`
  display: flex;
  flex-direction: column;
  gap: ${token.space.sm};
  align-items: center;
  padding: ${token.space.xxl} ${token.space.m};
  text-align: center;
  background: ${token.color.surface};
  border: 1px dashed ${token.color.border};
  border-radius: ${token.radius.l};
  p,
  div {
    max-inline-size: 56ch;
  }
  > div {
    color: ${token.color.muted};
  }
`;
const IconCircle = styled.span`
  display: grid;
  place-items: center;
  inline-size: 56px;
  block-size: 56px;
  color: ${token.color.onPrimarySoft};
  background: ${token.color.primarySoft};
  border-radius: 50%;
`;
const Actions = styled.span`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space.s};
  justify-content: center;
  margin-block-start: ${token.space.s};
`;

export type EmptyStateProps = { icon: IconName; title: string; actions?: ReactNode; children?: ReactNode };

export function EmptyState({ icon, title, actions, children }: EmptyStateProps) {
  return (
    <Container>
      <IconCircle>
        <Icon name={icon} size={28} />
      </IconCircle>
      <h2>{title}</h2>
      {children && <div>{children}</div>}
      {actions && <Actions>{actions}</Actions>}
    </Container>
  );
}
