/** Creates the user's customer at the payment provider. */
import { createCustomer } from '@cloakroom/contract/billing.ts';
import { call } from '#src/shared/http/call.ts';
import { billingCustomerPending } from '#src/shared/storage/session.ts';

const timeoutMs = 3000;

/**
 * Creates the customer in the background, since nothing depends on it. After a failure or a timeout of three seconds, it is
 * tried again at the next sign-in.
 */
export async function createBillingCustomer(): Promise<void> {
  billingCustomerPending.set(true);
  try {
    await call(createCustomer, { signal: AbortSignal.timeout(timeoutMs) });
    billingCustomerPending.set(false);
  } catch {
    // `billingCustomerPending` remains set.
  }
}
