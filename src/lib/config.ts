/** The console's build-time settings. An empty one means that the feature isn't there. */

/** A setting as the build saw it, without surrounding space; '' when it wasn't given. */
const setting = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const env = import.meta.env;

export const config = {
  productName: setting(env.VITE_PRODUCT_NAME) || 'Cloakroom',
  /** Where the documentation lives; the API's own docs are always at /api/docs/. */
  docsUrl: setting(env.VITE_DOCS_URL),
  /** Where a person's own proxy listens: linked to, never probed. */
  proxyUrl: setting(env.VITE_PROXY_URL) || 'http://localhost:8080',
  privacyUrl: setting(env.VITE_PRIVACY_URL),
  tutorialVideoUrl: setting(env.VITE_TUTORIAL_VIDEO_URL),
  betaHost: setting(env.VITE_BETA_HOST),
  firstGenerationUrl: setting(env.VITE_FIRST_GENERATION_URL),
} as const;
