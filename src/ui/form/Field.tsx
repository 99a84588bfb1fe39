/** A field: label, hint, control and error. */
import type { ReactNode } from 'react';
import styled, { css } from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import { Icon } from '../Icon.tsx';

/** The styles of text inputs and selects. */
export const controlStyles = css`
  inline-size: 100%;
  min-inline-size: 0;
  min-block-size: ${token.control.m};
  padding: ${token.space.xs} ${token.space.sm};
  color: ${token.color.text};
  background: ${token.color.surface};
  border: 1px solid ${token.color.edge};
  border-radius: ${token.radius.s};
  transition: border-color ${token.motion.quick};

  &::placeholder {
    color: ${token.color.muted};
    opacity: 1;
  }
  &:hover {
    border-color: ${token.color.primary};
  }
  &:focus-visible {
    outline-offset: 0;
  }
  &[aria-invalid='true'] {
    border-color: ${token.tone.error};
  }
  &:read-only:not(select) {
    background: ${token.color.sunken};
  }
  @media (pointer: coarse) {
    font-size: 1rem; /* below 16 px, phones would zoom into the field */
  }
`;

const Frame = styled.div`
  display: flex;
  flex-direction: column;
  gap: 6px;
  min-inline-size: 0;
`;
const Caption = styled.div`
  display: flex;
  gap: ${token.space.s};
  align-items: baseline;
  justify-content: space-between;
  font-size: ${token.size.s};
  label {
    font-weight: 600;
  }
  span {
    color: ${token.color.muted};
  }
`;
export const Hint = styled.p`
  font-size: ${token.size.s};
  color: ${token.color.muted};
`;
const ErrorLine = styled.p`
  display: flex;
  gap: 6px;
  align-items: start;
  font-size: ${token.size.s};
  font-weight: 600;
  color: ${token.tone.error};
  svg {
    margin-block-start: 2px;
  }
`;

/** The error, with an icon, since colour alone is not accessible. */
export function FieldError({ id, children }: { id: string; children: string | undefined }) {
  if (!children) return null;
  return (
    <ErrorLine id={`${id}-error`}>
      <Icon name="alert" size={16} />
      {children}
    </ErrorLine>
  );
}

type FieldFrameProps = {
  id: string;
  label: string;
  hint: string | undefined;
  error: string | undefined;
  optional: boolean | undefined;
  children: ReactNode;
};

export function Field({ id, label, hint, error, optional, children }: FieldFrameProps) {
  return (
    <Frame>
      <Caption>
        <label htmlFor={id}>{label}</label>
        {optional && <span>optional</span>}
      </Caption>
      {hint && <Hint id={`${id}-hint`}>{hint}</Hint>}
      {children}
      <FieldError id={id}>{error}</FieldError>
    </Frame>
  );
}
