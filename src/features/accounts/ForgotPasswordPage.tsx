/** /accounts/forgot-password */
import { Link } from 'react-router';
import { ForgotPasswordForm } from './ForgotPasswordForm.tsx';
import { SiteFooter } from '#src/features/legal/index.ts';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';

export function ForgotPasswordPage() {
  return (
    <AuthFrame
      title="Forgot your password?"
      subtitle="We send a link to choose a new one. Your keys don’t depend on it: nothing sealed is lost."
      below={<Link to="/login">Back to sign in</Link>}
      footer={<SiteFooter />}
    >
      <ForgotPasswordForm />
    </AuthFrame>
  );
}
