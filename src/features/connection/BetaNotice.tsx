/** Links to the first-generation app, on the beta host only. */
import { config } from '#src/shared/config.ts';
import { Banner } from '#src/ui/Banner.tsx';

export function BetaNotice() {
  if (config.betaHost === '' || config.betaHost !== location.host) return null;
  return (
    <Banner tone="info">
      You are using the beta of {config.productName}.{' '}
      {config.firstGenerationUrl && <a href={config.firstGenerationUrl}>Go to the first-generation app</a>}
    </Banner>
  );
}
