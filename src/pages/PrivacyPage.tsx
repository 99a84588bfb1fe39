/** /privacy-policy */
import { Link } from 'react-router';
import { LegalText } from '#src/features/legal/LegalText.tsx';
import { privacy } from '#src/features/legal/privacy.ts';
import { SiteFooter } from '#src/features/legal/SiteFooter.tsx';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';

export function PrivacyPage() {
  return (
    <AuthFrame title="Privacy Policy" wide below={<Link to="/">Home</Link>} footer={<SiteFooter />}>
      <LegalText sections={privacy} heading="h2" />
    </AuthFrame>
  );
}
