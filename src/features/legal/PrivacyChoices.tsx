/** The button in the footer that opens the privacy choices. */
import { useState } from 'react';
import styled from 'styled-components';
import { ConsentDialog } from './ConsentDialog.tsx';
import { askedPurposes } from '#src/features/integrations/index.ts';

const PlainButton = styled.button`
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

/** Renders nothing in a build without optional services. */
export function PrivacyChoices() {
  const [open, setOpen] = useState(false);
  if (askedPurposes.length === 0) return null;
  return (
    <>
      <PlainButton type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Privacy choices
      </PlainButton>
      {open && <ConsentDialog onClose={() => setOpen(false)} />}
    </>
  );
}
