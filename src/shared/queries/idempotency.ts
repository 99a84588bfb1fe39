/** Idempotency keys of mutations: a repeated call is carried out once. */
import { useState } from 'react';

export type WithIdempotencyKey<Body> = { body: Body; idempotencyKey: string };

/** The key of one opening of a form: submitting it several times creates one resource. */
export const useIdempotencyKey = (): string => useState(() => crypto.randomUUID())[0];
