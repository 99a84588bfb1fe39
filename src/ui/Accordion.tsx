/** Sections that collapse: each a heading with a button, and its content. */
import { useId, useState, type ReactNode } from 'react';
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import { Icon } from './Icon.tsx';
import { Stack } from './layout.ts';

const Head = styled.h2`
  margin: 0;
  font-size: ${token.size.l};
  line-height: 1.3;
`;
const Toggle = styled.button.attrs({ type: 'button' })`
  display: flex;
  gap: ${token.space.s};
  align-items: center;
  inline-size: 100%;
  min-block-size: max(40px, ${token.control.m});
  padding: ${token.space.xs};
  font: inherit;
  text-align: start;
  color: inherit;
  background: transparent;
  border: 0;
  border-radius: ${token.radius.s};
  cursor: pointer;
  > span:first-of-type {
    flex: 1 1 auto;
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  > svg {
    color: ${token.color.muted};
    transition: rotate ${token.motion.quick};
  }
  &[aria-expanded='false'] > svg {
    rotate: -90deg;
  }
  &:hover {
    background: ${token.color.sunken};
  }
`;
const Content = styled(Stack)`
  &[hidden] {
    display: none;
  }
`;

export type AccordionItemProps = {
  title: string;
  /** Shown in the heading, open or not. */
  aside?: ReactNode;
  /** Whether the section is open at first. */
  open?: boolean;
  children: ReactNode;
};

/** One section of an accordion. Its content stays mounted while it is closed. */
export function AccordionItem({ title, aside, open = false, children }: AccordionItemProps) {
  const id = useId();
  const [shown, setShown] = useState(open);
  return (
    <>
      <Head>
        <Toggle aria-expanded={shown} aria-controls={id} onClick={() => setShown(!shown)}>
          <Icon name="chevronDown" />
          <span>{title}</span>
          {aside}
        </Toggle>
      </Head>
      <Content $gap="sm" id={id} role="region" aria-label={title} hidden={!shown}>
        {children}
      </Content>
    </>
  );
}
