/** Shown to an organization without datasets: a welcome, and three links to start with. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Card } from '#src/ui/Card.tsx';
import { Stack } from '#src/ui/layout.ts';

type Quickstart = { label: string; to: string; about: string };

const QuickstartLink = ({ to, children }: { to: string; children: ReactNode }) =>
  to.startsWith('/') ? <Link to={to}>{children}</Link> : <a href={to}>{children}</a>;

export function Welcome({ name, quickstarts }: { name: string; quickstarts: readonly Quickstart[] }) {
  return (
    <Card as="section">
      <h2>Welcome{name && `, ${name}`}!</h2>
      <p>
        This is where your datasets will be. Drop a file below to get the first one with a schema that fits,
        or create it yourself. Records are sealed on your own machine before they leave it.
      </p>
      <Stack as="ul" $gap="s">
        {quickstarts.map(({ label, to, about }) => (
          <li key={label}>
            <QuickstartLink to={to}>{label}</QuickstartLink>: {about}
          </li>
        ))}
      </Stack>
    </Card>
  );
}
