/** /choose-plan */
import { useEffect } from 'react';
import { PricingTable } from '#src/features/integrations/index.ts';
import { useSession } from '#src/features/session/index.ts';
import { config, integrations } from '#src/shared/config.ts';
import { createBillingCustomer } from './billing.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { Page } from '#src/ui/Page.tsx';

export function ChoosePlanPage() {
  const { user } = useSession();
  const plan = user.settings.plan.product_name;
  useEffect(() => {
    if (integrations.payment) void createBillingCustomer();
  }, []);
  return (
    <Page
      title="Please choose a plan"
      subtitle={`Your current plan is ${plan}.`}
      actions={config.billingUrl && <LinkButton href={config.billingUrl}>Manage billing</LinkButton>}
    >
      {integrations.payment ? (
        <PricingTable user={user} />
      ) : (
        <EmptyState
          icon="card"
          title="There is nothing to choose here"
          actions={<LinkButton to="/datasets">Go to your datasets</LinkButton>}
        >
          Plans are not set up on this installation. Your plan is {plan}, and everything works with it.
        </EmptyState>
      )}
    </Page>
  );
}
