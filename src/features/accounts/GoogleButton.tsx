/** The social sign-in, where one is set up: leads to Google, and back. */
import { useState } from 'react';
import styled from 'styled-components';
import { config } from '#src/shared/config.ts';
import { Failure } from '#src/shared/failure.ts';
import { googleAddress } from './google.ts';
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
  /** The words of the button. */
  words: string;
  /** The path to go to when signed in. */
  next: string;
};

/** Nothing in a build without a client id. */
export function GoogleButton({ words, next }: Props) {
  const [leaving, setLeaving] = useState(false);
  const [failed, setFailed] = useState('');
  if (config.googleClientId === '') return null;
  const leave = async () => {
    setFailed('');
    setLeaving(true);
    try {
      location.assign(await googleAddress(next));
    } catch (thrown) {
      setFailed(Failure.from(thrown).message);
      setLeaving(false);
    }
  };
  return (
    <Stack>
      <Or>or</Or>
      {failed && <Banner tone="error">{failed}</Banner>}
      <Button pending={leaving} onClick={leave}>
        {words}
      </Button>
    </Stack>
  );
}
