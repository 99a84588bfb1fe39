/** The dialog over a page whose session has ended: asks for the password, and leaves the page unchanged. */
import { waitFor } from 'xstate';
import { LoginForm } from '#src/features/accounts/LoginForm.tsx';
import { Failure } from '#src/shared/failure.ts';
import { useActors } from '#src/features/root/index.ts';
import type { SessionActor } from '#src/machines/session/effects.ts';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Stack } from '#src/ui/layout.ts';
import { LinkButton } from '#src/ui/LinkButton.tsx';

/** Waits until the user is identified. */
async function resumeSession(session: SessionActor): Promise<void> {
  session.send({ type: 'login.succeeded' });
  const now = await waitFor(session, (state) => !state.matches({ known: 'reidentifying' }));
  if (now.matches({ known: 'locked' }))
    throw new Failure('offline', 'The service can’t be reached. Check your connection and try again.');
}

export function SignInAgain({ email }: { email: string }) {
  const { session } = useActors();
  return (
    <Dialog title="Sign in to continue" size="s">
      <Stack>
        <p>Your session has ended. Nothing on this page is lost: sign in to continue where you left off.</p>
        <LoginForm
          focusPassword
          values={{ login: email }}
          actions={<LinkButton to="/logout">Sign out</LinkButton>}
          onSuccess={() => resumeSession(session)}
        />
      </Stack>
    </Dialog>
  );
}
