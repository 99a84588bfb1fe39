/** The payment provider, as far as we need it. */
import Stripe from 'stripe';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { Config } from '../../config.ts';

export type Billing = {
  /**
   * The customer that stands for a user; asked twice it is the same one.
   * @throws {HttpProblem} 503 when the provider doesn't answer, or says no.
   */
  makeCustomer: (user: { id: string; email: string }) => Promise<string>;
};

/** The longest that anybody waits for the provider, whole answers included. */
const patienceMs = 3_000;

/** The provider that the settings name; null without a key. */
export function openBilling(config: Config): Billing | null {
  if (!config.STRIPE_SECRET_KEY) return null;
  const { protocol, hostname, port } = new URL(config.STRIPE_API_URL);
  const http = protocol === 'http:';
  const stripe = new Stripe(config.STRIPE_SECRET_KEY, {
    protocol: http ? 'http' : 'https',
    host: hostname,
    port: port || (http ? 80 : 443),
    // This client's timeout covers the whole call; the other one starts again with every byte.
    httpClient: Stripe.createFetchHttpClient(),
    timeout: patienceMs,
    maxNetworkRetries: 0,
    telemetry: false,
  });
  return {
    makeCustomer: async ({ id, email }) => {
      const key = { idempotencyKey: `customer-${id}` };
      const customer = await stripe.customers
        .create({ email, metadata: { user_id: id } }, key)
        .catch((error: unknown) => {
          throw new HttpProblem(
            503,
            'The payment provider doesn’t answer at the moment. Everything else works; try again later.',
            { headers: { 'Retry-After': '60' }, cause: new Error(reasonOf(error)) },
          );
        });
      return customer.id;
    },
  };
}

/** For the log: what kind of failure it was. The provider's own words may hold somebody's address. */
const reasonOf = (error: unknown): string =>
  error instanceof Stripe.errors.StripeError
    ? `${error.type} ${error.statusCode ?? ''} ${error.code ?? ''}`.trim()
    : String(error);
