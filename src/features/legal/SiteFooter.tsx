/** The foot of every page. */
import { Link } from 'react-router';
import { config } from '#src/lib/config.ts';
import { Footer } from '#src/ui/shell/Footer.tsx';
import { PrivacyChoices } from './PrivacyChoices.tsx';

const copyright = `© ${new Date().getFullYear()} ${config.productName}`;

export function SiteFooter() {
  return (
    <Footer copyright={copyright}>
      {config.docsUrl ? <a href={config.docsUrl}>Docs</a> : <Link to="/help">Docs</Link>}
      {config.privacyUrl ? (
        <a href={config.privacyUrl}>Privacy Policy</a>
      ) : (
        <Link to="/privacy-policy">Privacy Policy</Link>
      )}
      <Link to="/terms-of-service">Terms</Link>
      <PrivacyChoices />
    </Footer>
  );
}
