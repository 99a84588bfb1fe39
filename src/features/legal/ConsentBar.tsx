/** Asks once for consent to third-party services. Refusing takes no more clicks than allowing. */
import { useState } from 'react';
import styled from 'styled-components';
import { askedPurposes, useConsent } from '#src/features/integrations/index.ts';
import { useRoot } from '#src/features/root/index.ts';
import { zIndex } from '#src/ui/theme/zIndex.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { Button } from '#src/ui/Button.tsx';
import { Row } from '#src/ui/layout.ts';
import { ConsentDialog } from './ConsentDialog.tsx';
import { purposeTexts } from './purposeTexts.ts';

const Bar = styled.section`
  position: sticky;
  inset-block-end: 0;
  z-index: ${zIndex.bar};
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space.sm} ${token.space.l};
  align-items: center;
  justify-content: space-between;
  padding: ${token.space.sm} ${token.space.l};
  background: ${token.color.raised};
  border-block-start: 1px solid ${token.color.border};
  box-shadow: ${token.shadow.l};
  p {
    flex: 1 1 20rem;
    max-inline-size: 70ch;
  }
`;

/** Renders nothing in a build without such services, and after the answer. */
export function ConsentBar() {
  const { consent } = useRoot();
  const [choosing, setChoosing] = useState(false);
  if (useConsent() !== null || askedPurposes.length === 0) return null;
  const titles = askedPurposes.map((purpose) => purposeTexts[purpose].title.toLowerCase());
  return (
    <Bar aria-label="Privacy">
      <p>
        May we use other people’s services to {new Intl.ListFormat('en').format(titles)}? Nothing from them is
        loaded until you allow it.
      </p>
      <Row>
        <Button onClick={() => consent.give([])}>No, thanks</Button>
        <Button onClick={() => consent.give(askedPurposes)}>Allow</Button>
        <Button kind="quiet" onClick={() => setChoosing(true)}>
          Choose
        </Button>
      </Row>
      {choosing && <ConsentDialog onClose={() => setChoosing(false)} />}
    </Bar>
  );
}
