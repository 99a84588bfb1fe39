/** The way back to the privacy choices, at the foot of every page. */
import { useState } from 'react';
import styled from 'styled-components';
import { ConsentDialog } from './ConsentDialog.tsx';
import { askedPurposes } from '#src/features/integrations/index.ts';

const Plain = styled.button`
  min-block-size: 24px;
  padding: 2px 0;
  color: inherit;
  background: none;
  border: 0;
  cursor: pointer;
  &:hover {
    text-decoration: underline;
  }
`;

/** Nothing in a build that asks for nothing. */
export function PrivacyChoices() {
  const [open, setOpen] = useState(false);
  if (askedPurposes.length === 0) return null;
  return (
    <>
      <Plain type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Privacy choices
      </Plain>
      {open && <ConsentDialog onClose={() => setOpen(false)} />}
    </>
  );
}
