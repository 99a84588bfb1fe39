/** A native select without label, also for use outside of forms. */
import type { ComponentPropsWithRef } from 'react';
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import { Icon } from '../Icon.tsx';
import { controlStyles } from './Field.tsx';

const Wrapper = styled.span`
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
  ${controlStyles}
  appearance: none;
  padding-inline-end: ${token.space.xl};
  text-overflow: ellipsis;
  cursor: pointer;
`;

export function NativeSelect(props: ComponentPropsWithRef<'select'>) {
  return (
    <Wrapper>
      <Native {...props} />
      <Icon name="chevronDown" size={16} />
    </Wrapper>
  );
}
