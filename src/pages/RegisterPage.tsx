/** /register */
import { Link, useNavigate } from 'react-router';
import { GoogleButton } from '#src/features/accounts/GoogleButton.tsx';
import { RegisterForm } from '#src/features/accounts/RegisterForm.tsx';
import { figures } from '#src/features/legal/figures.ts';
import { SiteFooter } from '#src/features/legal/SiteFooter.tsx';
import { TermsDialog } from '#src/features/legal/TermsDialog.tsx';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';

export function RegisterPage() {
  const navigate = useNavigate();
  return (
    <AuthFrame
      title="Sign Up"
      subtitle={`Start your ${figures.trialDays} day free trial. No card is needed.`}
      below={
        <>
          Already have an account? <Link to="/login">Sign in</Link>
        </>
      }
      footer={<SiteFooter />}
    >
      <RegisterForm
        terms={({ agree, close }) => <TermsDialog onAgree={agree} onClose={close} />}
        onSuccess={() => navigate('/accounts/register-confirm', { replace: true })}
      />
      <GoogleButton words="Sign up with Google" next="/" />
    </AuthFrame>
  );
}
