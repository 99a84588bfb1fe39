/** Makes the ids of everything that the service stores. */
import { randomBytes } from 'node:crypto';
import { encodeShortId } from '@cloakroom/wire/shortId.ts';

/** A fresh id: 128 random bits. */
export const newId = (): string => encodeShortId(randomBytes(16));
