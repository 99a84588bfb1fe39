/**
 * The settings of third-party integrations. They are the ones that the console was built with; here they name the hosts that its
 * page may reach. Signing in with Google needs none: the browser goes there and comes back.
 */
import { z } from 'zod';
import { readPixels } from '@cloakroom/contract/integrations.ts';

const isAddress = (text: string) => /^https?:\/\//.test(text) && URL.canParse(text);
const Address = z.string().refine(isAddress, 'must be an address that begins with https://').default('');
const text = z.string().default('');

/** Spread into each server's settings; an empty one is off. */
export const integrationSettings = {
  VITE_STRIPE_PRICING_TABLE_ID: text,
  VITE_STRIPE_PUBLISHABLE_KEY: text,
  VITE_STRIPE_SCRIPT_URL: Address,
  VITE_CHAT_APP_ID: text,
  VITE_CHAT_SCRIPT_URL: Address,
  VITE_TUTORIAL_VIDEO_URL: z
    .string()
    .refine((address) => isAddress(address) || /^\/[^/]/.test(address), 'must be an address or a path')
    .default(''),
  VITE_PIXELS: z
    .string()
    .refine((setting) => readPixels(setting) !== null, 'must be like google=id,meta=id,linkedin=id')
    .default(''),
  VITE_SENTRY_DSN: Address,
};
