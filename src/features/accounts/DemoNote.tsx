/** The welcome note of a demo: what it is, and its sign-in. */
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import type { Credentials } from './LoginForm.tsx';

type Props = { demo: { email: string; password: string }; onUse: (credentials: Credentials) => void };

export function DemoNote({ demo, onUse }: Props) {
  const use = () => onUse({ login: demo.email, password: demo.password });
  return (
    <Banner
      tone="info"
      title="Welcome to the demo"
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
