/** /register */
import { Link, useNavigate } from 'react-router';
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
      subtitle={`Free for ${figures.trialDays} days.`}
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
    </AuthFrame>
  );
}
