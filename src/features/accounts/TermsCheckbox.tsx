/** The checkbox for the terms of service. Ticking it opens their dialog first. */
import { useState } from 'react';
import { TermsDialog } from '#src/features/legal/index.ts';
import { Checkbox } from '#src/ui/form/Checkbox.tsx';

/** The field `terms` of its form. */
export function TermsCheckbox() {
  const [agreed, setAgreed] = useState(false);
  const [reading, setReading] = useState(false);
  const agree = () => {
    setAgreed(true);
    setReading(false);
  };
  return (
    <>
      <Checkbox
        label="I agree to the Terms of Service"
        name="terms"
        checked={agreed}
        aria-haspopup="dialog"
        onChange={() => (agreed ? setAgreed(false) : setReading(true))}
      />
      {reading && <TermsDialog onAgree={agree} onClose={() => setReading(false)} />}
    </>
  );
}
