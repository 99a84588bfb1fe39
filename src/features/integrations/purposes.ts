/** The purposes for which the user is asked to allow third-party services. Payment and video ask each time they are shown. */
import type { Integrations } from '@cloakroom/contract/integrations.ts';
import { integrations } from '#src/shared/config.ts';

export const purposes = ['chat', 'measurement', 'errors'] as const;
export type Purpose = (typeof purposes)[number];

/** The purposes of the integrations that are on. */
export const purposesOf = ({ chat, pixels, errors }: Integrations): Purpose[] =>
  purposes.filter((purpose) => ({ chat, measurement: pixels[0], errors })[purpose]);

/** The purposes for which this build asks for consent; empty without integrations. */
export const askedPurposes: readonly Purpose[] = purposesOf(integrations);
