/** The terms of service in a dialog; with `onAgree` it has a button that agrees to them. */
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { LegalText } from './LegalText.tsx';
import { terms } from './terms.ts';

type Props = { onClose: () => void; onAgree?: () => void };

export function TermsDialog({ onClose, onAgree }: Props) {
  const footer = onAgree ? (
    <Button kind="primary" onClick={onAgree}>
      I agree
    </Button>
  ) : (
    <Button onClick={onClose}>Close</Button>
  );
  return (
    <Dialog title="Terms of Service" reading onClose={onClose} footer={footer}>
      <LegalText sections={terms} heading="h3" />
    </Dialog>
  );
}
