/** What a person is asked to allow. Payment and video ask where they are shown, each time. */
import type { Integrations } from '@cloakroom/contract/integrations.ts';
import { integrations } from '#src/shared/config.ts';

export const purposes = ['chat', 'measurement', 'errors'] as const;
export type Purpose = (typeof purposes)[number];

/** The purposes of the integrations that are on. */
export const purposesOf = ({ chat, pixels, errors }: Integrations): Purpose[] =>
  purposes.filter((purpose) => ({ chat, measurement: pixels[0], errors })[purpose]);

/** What this build asks consent for; empty without integrations. */
export const askedPurposes: readonly Purpose[] = purposesOf(integrations);
