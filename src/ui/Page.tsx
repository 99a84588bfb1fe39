/** The frame of a page: title, actions, tabs and content. */
import type { ReactNode } from 'react';
import styled, { css } from 'styled-components';
import { screen, token } from '#src/ui/theme/tokens.ts';
import { Stack } from './layout.ts';
import { usePageHeading } from './usePageHeading.ts';
import { useRootMark } from './useRootMark.ts';

const Column = styled(Stack)<{ $wide: boolean; $fill: boolean }>`
  max-inline-size: ${({ $wide }) => ($wide ? 'none' : '72rem')};
  ${({ $fill }) => $fill && 'flex: 1 0 auto;'}
`;
/** One line with a smaller title, tabs and buttons. The description is truncated. */
const dense = css`
  gap: ${token.space.xs} ${token.space.m};
  align-items: center;
  /* The buttons may render a dialog, whose text must not be truncated. */
  > div:first-child {
    flex-basis: 10rem;
    gap: 0;
    h1 {
      overflow: hidden;
      font-size: ${token.size.xl};
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    p {
      max-inline-size: none;
      overflow: hidden;
      font-size: ${token.size.s};
      text-overflow: ellipsis;
      white-space: nowrap;
    }
  }
  > nav {
    border: 0;
  }
`;
const Head = styled.div<{ $dense: boolean }>`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space.m};
  align-items: end;
  justify-content: space-between;
  /* With or without buttons, the tabs below stay where they are. */
  min-block-size: ${token.control.m};
  ${({ $dense }) => $dense && dense}
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
  /** Fills the window: title, tabs and buttons share a line, and the content takes the rest. */
  fill?: boolean;
  children?: ReactNode;
};

export function Page(props: PageProps) {
  const { title, context, subtitle, actions, tabs, wide = false, fill = false, children } = props;
  const heading = usePageHeading(title, context);
  useRootMark('fill', fill);
  return (
    <Column $gap={fill ? 's' : 'l'} $wide={wide || fill} $fill={fill}>
      <Head $dense={fill}>
        <Titles>
          <h1 ref={heading} tabIndex={-1} title={fill ? title : undefined}>
            {title}
          </h1>
          {subtitle && <p title={fill && typeof subtitle === 'string' ? subtitle : undefined}>{subtitle}</p>}
        </Titles>
        {fill && tabs}
        {actions && <Actions>{actions}</Actions>}
      </Head>
      {!fill && tabs}
      {children}
    </Column>
  );
}
