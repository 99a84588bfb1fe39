/** A native select without label, also for use outside of forms. */
import type { ComponentPropsWithRef } from 'react';
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import { Icon } from '../Icon.tsx';
import { controlLook } from './Field.tsx';

const Around = styled.span`
  position: relative;
  display: block;
  svg {
    position: absolute;
    inset-block-start: calc(50% - 8px);
    inset-inline-end: ${token.space.s};
    pointer-events: none;
  }
`;
const Native = styled.select`
  ${controlLook}
  appearance: none;
  padding-inline-end: ${token.space.xl};
  text-overflow: ellipsis;
  cursor: pointer;
`;

export function NativeSelect(props: ComponentPropsWithRef<'select'>) {
  return (
    <Around>
      <Native {...props} />
      <Icon name="chevronDown" size={16} />
    </Around>
  );
}
