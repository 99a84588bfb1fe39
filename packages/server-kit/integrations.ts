/**
 * The settings of third-party integrations, the same as for the console's build. Here they determine the CSP sources of
 * its page. Signing in with Google needs none: it is a redirect.
 */
import { z } from 'zod';
import { readPixels } from '@cloakroom/contract/integrations.ts';

const isAddress = (text: string) => /^https?:\/\//.test(text) && URL.canParse(text);
const Address = z.string().refine(isAddress, 'must be an address that begins with https://').default('');
const text = z.string().default('');

/** Spread into each server's settings; an empty value switches an integration off. */
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
