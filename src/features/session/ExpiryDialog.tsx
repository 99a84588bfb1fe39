/** Counts down to the end of the session, and can prolong it. */
import { useEffect, useState } from 'react';
import { useActors } from '#src/features/root/index.ts';
import { useStaySignedIn, warningMs, type SessionEnd } from './queries.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Stack } from '#src/ui/layout.ts';
import { Progress } from '#src/ui/Progress.tsx';

const secondsLeft = (ending: SessionEnd) => Math.max(0, Math.ceil((ending.at - Date.now()) / 1000));

const countdownText = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

export function ExpiryDialog({ ending }: { ending: SessionEnd }) {
  const { session } = useActors();
  const [seconds, setSeconds] = useState(() => secondsLeft(ending));
  const { mutate, isPending } = useStaySignedIn();
  useEffect(() => {
    const timer = setInterval(() => {
      setSeconds(secondsLeft(ending));
      if (secondsLeft(ending) > 0) return;
      clearInterval(timer);
      session.send({ type: 'access.lost' });
    }, 1000);
    return () => clearInterval(timer);
  }, [ending, session]);

  const stay = () => (ending.final ? session.send({ type: 'access.lost' }) : mutate());
  if (seconds === 0) return null;
  return (
    <Dialog
      title="Are you still there?"
      size="s"
      footer={
        <Button kind="primary" data-first pending={isPending} onClick={stay}>
          {ending.final ? 'Sign in again' : 'Stay signed in'}
        </Button>
      }
    >
      <Stack>
        <p>
          You will be signed out in{' '}
          <strong role="timer" aria-label="Time left">
            {countdownText(seconds)}
          </strong>
          .{' '}
          {ending.final
            ? 'A session lasts at most a day. Sign in again now or later; this page waits for you.'
            : 'Nothing on this page is lost.'}
        </p>
        <Progress label="Time left" value={(seconds * 1000 * 100) / warningMs} />
      </Stack>
    </Dialog>
  );
}
