/** The client of the payment provider. */
import Stripe from 'stripe';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { Config } from '../../config.ts';

export type Billing = {
  /**
   * Creates the customer of a user. Idempotent.
   * @throws {HttpProblem} 503 if the provider doesn't answer, or refuses.
   */
  createCustomer: (user: { id: string; email: string }) => Promise<string>;
};

/** Includes the whole response. */
export const requestTimeout = { ms: 3_000 };

/** The configured provider; null without a key. */
export function openBilling(config: Config): Billing | null {
  if (!config.STRIPE_SECRET_KEY) return null;
  const { protocol, hostname, port } = new URL(config.STRIPE_API_URL);
  const http = protocol === 'http:';
  const stripe = new Stripe(config.STRIPE_SECRET_KEY, {
    protocol: http ? 'http' : 'https',
    host: hostname,
    port: port || (http ? 80 : 443),
    // The timeout of this HTTP client covers the whole call; that of the default one restarts with every byte.
    httpClient: Stripe.createFetchHttpClient(),
    timeout: requestTimeout.ms,
    maxNetworkRetries: 0,
    telemetry: false,
  });
  return {
    createCustomer: async ({ id, email }) => {
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

/** For the log: only the type of the error, since the provider's message may contain an e-mail address. */
const reasonOf = (error: unknown): string =>
  error instanceof Stripe.errors.StripeError
    ? `${error.type} ${error.statusCode ?? ''} ${error.code ?? ''}`.trim()
    : String(error);
