/** Says that a session is about to end, second by second, and lets it go on. */
import { useEffect, useState } from 'react';
import { session } from '#src/machines/session/effects.ts';
import { useStaySignedIn, warning, type Ending } from '#src/queries/session.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Stack } from '#src/ui/layout.ts';
import { Progress } from '#src/ui/Progress.tsx';

const left = (ending: Ending) => Math.max(0, Math.ceil((ending.at - Date.now()) / 1000));

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

export function ExpiryDialog({ ending }: { ending: Ending }) {
  const [seconds, setSeconds] = useState(() => left(ending));
  const { mutate, isPending } = useStaySignedIn();
  useEffect(() => {
    const timer = setInterval(() => {
      setSeconds(left(ending));
      if (left(ending) > 0) return;
      clearInterval(timer);
      session.send({ type: 'access.lost' });
    }, 1000);
    return () => clearInterval(timer);
  }, [ending]);

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
            {clock(seconds)}
          </strong>
          .{' '}
          {ending.final
            ? 'A session lasts a day at most. Sign in again now or then; this page waits for you.'
            : 'Nothing on this page is lost.'}
        </p>
        <Progress label="Time left" value={(seconds * 1000 * 100) / warning} />
      </Stack>
    </Dialog>
  );
}
