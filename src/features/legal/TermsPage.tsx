/** /terms-of-service: a dialog that goes back when it is closed */
import { useNavigate } from 'react-router';
import { TermsDialog } from './TermsDialog.tsx';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';

export function TermsPage() {
  const navigate = useNavigate();
  const close = () => {
    const isFirstPage = (history.state as { idx?: number } | null)?.idx === 0;
    void (isFirstPage ? navigate('/', { replace: true }) : navigate(-1));
  };
  return (
    <>
      <AuthFrame title="Terms of Service" />
      <TermsDialog onClose={close} />
    </>
  );
}
