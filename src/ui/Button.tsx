/** The button: four kinds, a pending state, and a reason while it is unavailable. */
import type { ComponentPropsWithRef, MouseEvent } from 'react';
import styled from 'styled-components';
import { buttonStyles, type ButtonKind, type ButtonStyleProps, type ButtonSize } from './buttonStyles.ts';
import { Icon, type IconName } from './Icon.tsx';
import { Reason, useReason } from './Reason.tsx';
import { Spinner } from './Spinner.tsx';

const Pressed = styled.button<ButtonStyleProps>`
  ${buttonStyles}
`;

export type ButtonProps = Omit<ComponentPropsWithRef<'button'>, 'disabled'> & {
  kind?: ButtonKind;
  size?: ButtonSize;
  icon?: IconName;
  /** Its action is running: further presses do nothing. */
  pending?: boolean;
  /** Why it can't be pressed. It stays focusable and shows this sentence on hover and focus. */
  unavailable?: string | undefined;
};

/** Ignores presses, including submits, while pending or unavailable. */
export function Button({
  kind = 'secondary',
  size = 'm',
  icon,
  pending = false,
  unavailable,
  onClick,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  const reason = useReason(unavailable);
  const blocked = pending || unavailable !== undefined;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (blocked) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <>
      <Pressed
        {...rest}
        {...reason.anchor}
        type={type}
        $kind={kind}
        $size={size}
        aria-busy={pending || undefined}
        aria-disabled={blocked || undefined}
        onClick={press}
      >
        {pending ? <Spinner /> : icon && <Icon name={icon} />}
        {children}
      </Pressed>
      <Reason {...reason} />
    </>
  );
}
