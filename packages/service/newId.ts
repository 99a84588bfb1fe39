/** Generates ids for stored rows. */
import { randomBytes } from 'node:crypto';
import { encodeShortId } from '@cloakroom/wire/shortId.ts';

/** A new id of 128 random bits. */
export const newId = (): string => encodeShortId(randomBytes(16));
