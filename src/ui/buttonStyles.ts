/** The styles of buttons, and of links that look like buttons. */
import { css } from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 's' | 'm';
export type ButtonStyleProps = { $kind: ButtonKind; $size: ButtonSize };

// On touch screens, `:hover` would remain after a tap.
const kinds = {
  primary: css`
    color: ${token.color.onPrimary};
    background: ${token.color.primary};
    @media (hover: hover) {
      &:hover {
        background: ${token.color.primaryHover};
      }
    }
  `,
  secondary: css`
    color: ${token.color.text};
    background: ${token.color.surface};
    border-color: ${token.color.edge};
    @media (hover: hover) {
      &:hover {
        color: ${token.color.onPrimarySoft};
        background: ${token.color.primarySoft};
        border-color: ${token.color.primary};
      }
    }
  `,
  quiet: css`
    color: ${token.color.primary};
    background: transparent;
    @media (hover: hover) {
      &:hover {
        color: ${token.color.onPrimarySoft};
        background: ${token.color.primarySoft};
      }
    }
  `,
  danger: css`
    color: ${token.color.onDanger};
    background: ${token.color.danger};
    @media (hover: hover) {
      &:hover {
        background: ${token.color.dangerHover};
      }
    }
  `,
};

/** The transparent border becomes the control's outline under forced colours. */
export const buttonStyles = css<ButtonStyleProps>`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: ${token.space.s};
  min-block-size: ${({ $size }) => token.control[$size]};
  padding: 0 ${({ $size }) => ($size === 's' ? token.space.sm : token.space.m)};
  font-size: ${({ $size }) => ($size === 's' ? token.size.s : token.size.m)};
  font-weight: 600;
  line-height: 1.25;
  text-align: center;
  text-decoration: none;
  border: 1px solid transparent;
  border-radius: ${token.radius.s};
  cursor: pointer;
  user-select: none;
  transition:
    background-color ${token.motion.quick},
    border-color ${token.motion.quick};
  ${({ $kind }) => kinds[$kind]}

  &[aria-disabled='true']:not([aria-busy]) {
    color: ${token.color.muted};
    background: ${token.color.sunken};
    border-color: ${token.color.border};
    cursor: not-allowed;
  }
  &[aria-busy='true'] {
    cursor: progress;
  }
  @media (forced-colors: active) {
    &[aria-disabled='true'] {
      color: GrayText;
    }
  }
`;
