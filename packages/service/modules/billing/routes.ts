/** Billing: creates the user's customer at the payment provider. All else works without it. */
import { and, eq, isNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { createCustomer } from '@cloakroom/contract/billing.ts';
import { users } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { serve, userOf } from '../../plugins/access.ts';
import { openBilling } from './provider.ts';

export function billingRoutes(app: FastifyInstance, { database, config }: Deps): void {
  const billing = openBilling(config);

  serve(app, createCustomer, async ({ request }) => {
    const { id, email, billingCustomer } = userOf(request);
    if (billingCustomer) return { customer_id: billingCustomer };
    if (!billing) return {};
    const customer = await billing.createCustomer({ id, email });
    await database
      .update(users)
      .set({ billingCustomer: customer })
      .where(and(eq(users.id, id), isNull(users.billingCustomer)));
    return { customer_id: customer };
  });
}
