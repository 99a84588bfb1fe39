/** The frame of a page: title, actions, tabs and content. */
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { screen, token } from '#src/ui/theme/tokens.ts';
import { Stack } from './layout.ts';
import { usePageHeading } from './usePageHeading.ts';

const Column = styled(Stack)<{ $wide: boolean }>`
  max-inline-size: ${({ $wide }) => ($wide ? 'none' : '72rem')};
`;
const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space.m};
  align-items: end;
  justify-content: space-between;
  /* With or without buttons, the tabs below stay where they are. */
  min-block-size: ${token.control.m};
`;
const Titles = styled.div`
  display: flex;
  flex: 1 1 20rem;
  flex-direction: column;
  gap: ${token.space.xs};
  min-inline-size: 0;
  h1 {
    overflow-wrap: anywhere;
  }
  p {
    max-inline-size: 70ch;
    color: ${token.color.muted};
  }
`;
const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space.s};
  ${screen.phone} {
    flex: 1 1 100%;
    > a,
    > button {
      flex: 1 1 auto;
    }
  }
`;

export type PageProps = {
  title: string;
  /** Shown in the document title between title and product, such as the dataset. */
  context?: string | undefined;
  subtitle?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** Link tabs below the title. */
  tabs?: ReactNode;
  /** Uses the full width, for tables. */
  wide?: boolean;
  children?: ReactNode;
};

export function Page({ title, context, subtitle, actions, tabs, wide = false, children }: PageProps) {
  const heading = usePageHeading(title, context);
  return (
    <Column $gap="l" $wide={wide}>
      <Head>
        <Titles>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {subtitle && <p>{subtitle}</p>}
        </Titles>
        {actions && <Actions>{actions}</Actions>}
      </Head>
      {tabs}
      {children}
    </Column>
  );
}
