/** /register */
import { Link, useNavigate } from 'react-router';
import { GoogleButton } from './GoogleButton.tsx';
import { RegisterForm } from './RegisterForm.tsx';
import { termsFigures, SiteFooter, TermsDialog } from '#src/features/legal/index.ts';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';

export function RegisterPage() {
  const navigate = useNavigate();
  return (
    <AuthFrame
      title="Sign Up"
      subtitle={`Start your ${termsFigures.trialDays} day free trial. No card is needed.`}
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
      <GoogleButton label="Sign up with Google" next="/" />
    </AuthFrame>
  );
}
