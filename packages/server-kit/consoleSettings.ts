/** Settings of both servers for serving the console, and for its third-party integrations, as in the console's build. */
import { readPixels } from '@cloakroom/contract/integrations.ts';
import { z } from 'zod';

const isAddress = (text: string) => /^https?:\/\//.test(text) && URL.canParse(text);
const Address = z.string().refine(isAddress, 'must be an address that begins with https://').default('');
const text = z.string().default('');

export const consoleSettings = {
  CONSOLE_DIR: z.string().default('./dist'),
  /** `off` unregisters installed service workers, for a faulty release. */
  SERVICE_WORKER: z.enum(['on', 'off']).default('on'),
  // These determine the CSP sources of the page; an empty value switches an integration off.
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
