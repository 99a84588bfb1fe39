/** The outbox of a machine without a mail server: unsent mails, for the operator of the service. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const OutboxMail = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  /** As in the mail's header. */
  date: z.string(),
});
export type OutboxMail = z.infer<typeof OutboxMail>;

/** Plain text: no mail has another form. */
export const OutboxMailText = OutboxMail.extend({ text: z.string() });
export type OutboxMailText = z.infer<typeof OutboxMailText>;

/** The token of the outbox is printed when the service starts, and never sent. */
const query = z.strictObject({
  token: z.string().default('').describe('The token that the service prints when it starts.'),
});
const refusals = {
  403: 'The token is wrong.',
  404: 'Mails are sent, the caller is on another machine, or there is no such mail.',
};
const shared = { method: 'GET', answeredBy: 'service', access: 'public', query, refusals } as const;

export const listOutbox = endpoint({
  ...shared,
  path: '/api/outbox/',
  summary:
    'The latest mails of a machine without a mail server, newest first, without their texts. 403 without the token that is printed at the start; 404 if mails are sent, and on other machines.',
  reply: z.array(OutboxMail),
});

export const getOutboxMail = endpoint({
  ...shared,
  path: '/api/outbox/:id/',
  summary: 'One mail of the outbox with its text; under the same conditions as the list.',
  reply: OutboxMailText,
});
