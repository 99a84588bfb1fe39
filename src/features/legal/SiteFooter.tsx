/** The footer of every page. */
import { lazy, Suspense, type ReactNode } from 'react';
import { Link } from 'react-router';
import { config } from '#src/shared/config.ts';
import { askedPurposes } from '#src/features/integrations/index.ts';
import { Footer } from '#src/ui/shell/Footer.tsx';

const PrivacyChoices = lazy(async () => ({
  default: (await import('./PrivacyChoices.tsx')).PrivacyChoices,
}));

const copyright = `© ${new Date().getFullYear()} ${config.productName}`;

/** @param props.children - more content, such as the version. */
export function SiteFooter({ children }: { children?: ReactNode }) {
  return (
    <Footer copyright={copyright}>
      {config.docsUrl ? <a href={config.docsUrl}>Docs</a> : <Link to="/help">Docs</Link>}
      {config.privacyUrl ? (
        <a href={config.privacyUrl}>Privacy Policy</a>
      ) : (
        <Link to="/privacy-policy">Privacy Policy</Link>
      )}
      <Link to="/terms-of-service">Terms</Link>
      {askedPurposes.length > 0 && (
        <Suspense fallback={null}>
          <PrivacyChoices />
        </Suspense>
      )}
      {children}
    </Footer>
  );
}
