/** Changes that may be sent again when nothing answered: they carry a key, so that they are carried out once. */
import { useState } from 'react';
import { retryDelayMs } from '@cloakroom/client/retry.ts';
import { shouldRetry } from '#src/shared/http/untilAnswered.ts';

/** What is sent, and its key. */
export type WithIdempotencyKey<Body> = { body: Body; idempotencyKey: string };

/** Spread into such a mutation. */
export const retryOptions = { retry: shouldRetry, retryDelay: retryDelayMs };

/** The key of one opening of a form: however often it is submitted, one thing comes of it. */
export const useIdempotencyKey = (): string => useState(() => crypto.randomUUID())[0];
