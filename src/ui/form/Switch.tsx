/** A switch that takes effect immediately. */
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import { Reason, useReason } from '../Reason.tsx';

const Pressed = styled.button`
  display: inline-flex;
  gap: ${token.space.s};
  align-items: center;
  min-block-size: ${token.control.m};
  padding: 0 ${token.space.xs};
  font-weight: 600;
  background: transparent;
  border: 0;
  border-radius: ${token.radius.s};
  cursor: pointer;
  &[aria-disabled='true'] {
    color: ${token.color.muted};
    cursor: not-allowed;
  }
  &[aria-busy='true'] {
    cursor: progress;
  }
`;
const Track = styled.span`
  position: relative;
  flex: none;
  inline-size: 38px;
  block-size: 22px;
  background: ${token.color.sunken};
  border: 1px solid ${token.color.edge};
  border-radius: ${token.radius.pill};
  transition: background-color ${token.motion.calm};
  &::after {
    position: absolute;
    inset-block-start: 3px;
    inset-inline-start: 3px;
    inline-size: 14px;
    block-size: 14px;
    content: '';
    background: ${token.color.edge};
    border-radius: 50%;
    transition: translate ${token.motion.calm};
  }
  [aria-checked='true'] > & {
    background: ${token.color.primary};
    border-color: ${token.color.primary};
  }
  [aria-checked='true'] > &::after {
    background: ${token.color.onPrimary};
    translate: 16px;
  }
  @media (forced-colors: active) {
    &::after {
      background: ButtonText;
    }
    [aria-checked='true'] > &::after {
      background: Highlight;
    }
  }
`;

export type SwitchProps = {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** The change is being saved: further presses do nothing. */
  pending?: boolean;
  /** Why it can't be switched. It stays focusable. */
  unavailable?: string | undefined;
};

export function Switch({ label, checked, onChange, pending = false, unavailable }: SwitchProps) {
  const reason = useReason(unavailable);
  const blocked = pending || unavailable !== undefined;
  return (
    <>
      <Pressed
        type="button"
        role="switch"
        aria-checked={checked}
        aria-busy={pending || undefined}
        aria-disabled={blocked || undefined}
        {...reason.anchor}
        onClick={() => {
          if (!blocked) onChange(!checked);
        }}
      >
        <Track />
        {label}
      </Pressed>
      <Reason {...reason} />
    </>
  );
}
