/** The welcome note of a demo host, with the shared demo account if there is one. */
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import type { Credentials } from './LoginForm.tsx';

type Props = {
  demo: { email: string; password: string } | undefined;
  onUse: (credentials: Credentials) => void;
};

export function DemoNote({ demo, onUse }: Props) {
  const title = 'Welcome to the demo';
  if (!demo)
    return (
      <Banner tone="info" title={title}>
        Look around as you like. What you store here is for trying out, and may be deleted at any time.
      </Banner>
    );
  const use = () => onUse({ login: demo.email, password: demo.password });
  return (
    <Banner
      tone="info"
      title={title}
      actions={
        <Button size="s" onClick={use}>
          Use the demo account
        </Button>
      }
    >
      It has sample datasets that are sealed already. Sign in as {demo.email} with the password{' '}
      <code>{demo.password}</code>.
    </Banner>
  );
}
