/** /privacy-policy */
import { Link } from 'react-router';
import { LegalText } from './LegalText.tsx';
import { privacy } from './privacy.ts';
import { SiteFooter } from './SiteFooter.tsx';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';

export function PrivacyPage() {
  return (
    <AuthFrame title="Privacy Policy" wide below={<Link to="/">Home</Link>} footer={<SiteFooter />}>
      <LegalText sections={privacy} heading="h2" />
    </AuthFrame>
  );
}
