/** Billing: the payment provider’s customer behind a user. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const createCustomer = endpoint({
  method: 'POST',
  path: '/api/stripe/customer/',
  summary:
    'Register the signed-in user as a customer of the payment provider, once; without effect where billing isn’t configured. 503 when the provider doesn’t answer in time: nothing depends on it, so call again later.',
  answeredBy: 'service',
  access: 'user',
  reply: z.object({ customer_id: z.string().optional() }),
});
