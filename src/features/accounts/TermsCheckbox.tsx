/** The checkbox for the terms of service. Ticking it opens their dialog first. */
import { useState, type ReactNode } from 'react';
import { Checkbox } from '#src/ui/form/Checkbox.tsx';

/** Shows the terms; `agree` is called when the person agrees. */
export type ShowTerms = (handle: { agree: () => void; close: () => void }) => ReactNode;

/** The field `terms` of its form. */
export function TermsCheckbox({ terms }: { terms: ShowTerms }) {
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
      {reading && terms({ agree, close: () => setReading(false) })}
    </>
  );
}
