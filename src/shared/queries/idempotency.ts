/** Idempotency keys of mutations: a repeated call is carried out once. */
import { useState } from 'react';

export type WithIdempotencyKey<Body> = { body: Body; idempotencyKey: string };

/** A key for as long as a form is open: submitting the form several times creates one resource. */
export const useIdempotencyKey = (): string => useState(() => crypto.randomUUID())[0];
