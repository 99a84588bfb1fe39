/** The frame of the screens before sign-in: a card under a decorative rail. */
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { screen, token } from '#src/ui/theme/tokens.ts';
import { Logo } from '../Logo.tsx';
import { usePageHeading } from '../usePageHeading.ts';
import { Rail } from './Rail.tsx';

const Screen = styled.div`
  position: relative;
  display: grid;
  grid-template-rows: 1fr auto;
  min-block-size: 100dvh;
  overflow: clip;
  background:
    radial-gradient(60rem 40rem at 12% 110%, ${token.color.secondarySoft}, transparent 70%),
    radial-gradient(52rem 36rem at 92% -10%, ${token.color.primarySoft}, transparent 70%),
    ${token.color.canvas};
`;
const Main = styled.main`
  position: relative;
  display: grid;
  align-content: center;
  justify-items: center;
  padding: 120px ${token.space.m} ${token.space.xl};
  ${screen.phone} {
    align-content: start;
    padding-block-start: 88px;
  }
`;
const Card = styled.div<{ $wide: boolean }>`
  display: flex;
  flex-direction: column;
  gap: ${token.space.l};
  inline-size: 100%;
  max-inline-size: ${({ $wide }) => ($wide ? '36rem' : '26rem')};
  padding: ${token.space.xl};
  background: ${token.color.surface};
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.l};
  box-shadow: ${token.shadow.l};
  ${screen.phone} {
    padding: ${token.space.l} ${token.space.m};
  }
`;
const Head = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${token.space.s};
  h1 {
    margin-block-start: ${token.space.m};
  }
  p {
    color: ${token.color.muted};
  }
`;
const Below = styled.div`
  margin-block-start: ${token.space.l};
  text-align: center;
`;

export type AuthFrameProps = {
  title: string;
  subtitle?: ReactNode;
  /** Shown below the card: the link to the other screen. */
  below?: ReactNode;
  footer?: ReactNode;
  wide?: boolean;
  children?: ReactNode;
};

export function AuthFrame({ title, subtitle, below, footer, wide = false, children }: AuthFrameProps) {
  const heading = usePageHeading(title);
  return (
    <Screen>
      <Rail />
      <Main id="main">
        <Card $wide={wide}>
          <Head>
            <Logo size={32} />
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {subtitle && <p>{subtitle}</p>}
          </Head>
          {children}
        </Card>
        {below && <Below>{below}</Below>}
      </Main>
      {footer}
    </Screen>
  );
}
