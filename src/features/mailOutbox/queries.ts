/** The mails of a machine without a mail server. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getOutboxMail, listOutbox } from '@cloakroom/contract/outbox.ts';
import { call } from '#src/shared/http/call.ts';
import { outboxToken } from '#src/shared/storage/outboxToken.ts';

const refetchMs = 5_000;

/** Stores the token of the outbox in this browser. */
export const storeOutboxToken = (token: string): void => outboxToken.set(token);

const listQuery = (token: string) =>
  queryOptions({
    queryKey: ['mail outbox', token] as const,
    queryFn: ({ signal }) => call(listOutbox, { query: { token }, signal, anyUser: true }),
    refetchInterval: ({ state }) => (state.status === 'success' ? refetchMs : false),
  });

const mailQuery = (token: string, id: string) =>
  queryOptions({
    queryKey: ['mail outbox', token, id] as const,
    queryFn: ({ signal }) => call(getOutboxMail, { params: { id }, query: { token }, signal, anyUser: true }),
  });

export const useOutboxMails = () => useQuery(listQuery(outboxToken.get()));

export const useOutboxMail = (id: string) => useQuery(mailQuery(outboxToken.get(), id));
