/** Starts the sign-in with Google, which leaves this page and comes back to GooglePage. */
import { useState } from 'react';
import styled from 'styled-components';
import { config } from '#src/shared/config.ts';
import { Failure } from '#src/shared/failure.ts';
import { googleAuthorizationUrl } from './google.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Stack } from '#src/ui/layout.ts';

const Or = styled.div`
  display: flex;
  gap: ${token.space.sm};
  align-items: center;
  color: ${token.color.muted};
  &::before,
  &::after {
    flex: 1;
    content: '';
    border-block-start: 1px solid ${token.color.border};
  }
`;

type Props = {
  label: string;
  /** The path to go to when signed in. */
  next: string;
};

/** Renders nothing in a build without a client id. */
export function GoogleButton({ label, next }: Props) {
  const [redirecting, setRedirecting] = useState(false);
  const [error, setError] = useState('');
  if (config.googleClientId === '') return null;
  const signIn = async () => {
    setError('');
    setRedirecting(true);
    try {
      location.assign(await googleAuthorizationUrl(next));
    } catch (thrown) {
      setError(Failure.from(thrown).message);
      setRedirecting(false);
    }
  };
  return (
    <Stack>
      <Or>or</Or>
      {error && <Banner tone="error">{error}</Banner>}
      <Button pending={redirecting} onClick={signIn}>
        {label}
      </Button>
    </Stack>
  );
}
