/** The payment provider's customer behind a user. */
import { createCustomer } from '@cloakroom/contract/billing.ts';
import { call } from '#src/shared/http/call.ts';
import { customerDue } from '#src/shared/storage/session.ts';

const patience = 3000;

/**
 * Make oneself a customer. Nobody waits for it and nothing depends on it: what fails, or takes longer than three
 * seconds, stays due until somebody is signed in.
 */
export async function becomeCustomer(): Promise<void> {
  customerDue.set(true);
  try {
    await call(createCustomer, { signal: AbortSignal.timeout(patience) });
    customerDue.set(false);
  } catch {
    // It stays due.
  }
}
