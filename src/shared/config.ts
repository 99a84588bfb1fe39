/** The console's build-time settings. An empty setting turns its feature off. */
import { integrationsOf } from '@cloakroom/contract/integrations.ts';

/** A trimmed setting; '' if it is not set. */
const setting = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const env = import.meta.env;

export const config = {
  productName: setting(env.VITE_PRODUCT_NAME) || 'Cloakroom',
  /** The documentation; the API's is always at /api-docs. */
  docsUrl: setting(env.VITE_DOCS_URL),
  /** The address of a user's proxy: linked to, never fetched. */
  proxyUrl: setting(env.VITE_PROXY_URL) || 'http://localhost:8080',
  privacyUrl: setting(env.VITE_PRIVACY_URL),
  betaHost: setting(env.VITE_BETA_HOST),
  demoHost: setting(env.VITE_DEMO_HOST),
  firstGenerationUrl: setting(env.VITE_FIRST_GENERATION_URL),

  googleClientId: setting(env.VITE_GOOGLE_CLIENT_ID),
  /** Google's sign-in page, reached by navigation without a script. */
  googleSignInUrl: setting(env.VITE_GOOGLE_SIGN_IN_URL) || 'https://accounts.google.com/o/oauth2/v2/auth',
  billingUrl: setting(env.VITE_BILLING_URL),
} as const;

/** The third-party integrations of this build. */
export const integrations = integrationsOf({
  VITE_STRIPE_PRICING_TABLE_ID: setting(env.VITE_STRIPE_PRICING_TABLE_ID),
  VITE_STRIPE_PUBLISHABLE_KEY: setting(env.VITE_STRIPE_PUBLISHABLE_KEY),
  VITE_STRIPE_SCRIPT_URL: setting(env.VITE_STRIPE_SCRIPT_URL),
  VITE_CHAT_APP_ID: setting(env.VITE_CHAT_APP_ID),
  VITE_CHAT_SCRIPT_URL: setting(env.VITE_CHAT_SCRIPT_URL),
  VITE_TUTORIAL_VIDEO_URL: setting(env.VITE_TUTORIAL_VIDEO_URL),
  VITE_PIXELS: setting(env.VITE_PIXELS),
  VITE_SENTRY_DSN: setting(env.VITE_SENTRY_DSN),
});
