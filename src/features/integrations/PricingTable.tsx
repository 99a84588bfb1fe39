/** The payment provider's own table of plans. It loads on request, and receives the person's id and e-mail address. */
import { useState, type HTMLAttributes } from 'react';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Row } from '#src/ui/layout.ts';
import { Spinner } from '#src/ui/Spinner.tsx';
import { integrations } from '#src/shared/config.ts';
import { loadScript } from './thirdPartyScripts.ts';

type TableAttributes = HTMLAttributes<HTMLElement> & {
  'pricing-table-id': string;
  'publishable-key': string;
  'client-reference-id': string;
  'customer-email': string;
};
declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- React looks up the names of elements there
  namespace JSX {
    // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- only an interface can add to another one
    interface IntrinsicElements {
      'stripe-pricing-table': TableAttributes;
    }
  }
}

type Props = { user: { id: string; email: string } };

export function PricingTable({ user }: Props) {
  const [state, setState] = useState<'asking' | 'loading' | 'shown' | 'failed'>('asking');
  const { payment } = integrations;
  if (!payment) return null;
  const show = () => {
    setState('loading');
    loadScript(payment.script, 'signedIn').then(
      () => setState('shown'),
      () => setState('failed'),
    );
  };
  if (state === 'shown')
    return (
      <stripe-pricing-table
        pricing-table-id={payment.table}
        publishable-key={payment.key}
        client-reference-id={user.id}
        customer-email={user.email}
      />
    );
  if (state === 'failed')
    return (
      <Banner tone="error" actions={<Button onClick={() => location.reload()}>Try again</Button>}>
        The payment provider doesn’t answer. Your plan stays as it is; try again later.
      </Banner>
    );
  return (
    <Banner
      tone="info"
      title="Plans and prices come from our payment provider"
      actions={
        <Button kind="primary" pending={state === 'loading'} onClick={show}>
          Show plans
        </Button>
      }
    >
      To show them, this page loads a script from {new URL(payment.script.url).host} and tells it your email
      and user id. It never sees a record.
      {state === 'loading' && (
        <Row role="status">
          <Spinner /> Loading plans
        </Row>
      )}
    </Banner>
  );
}
