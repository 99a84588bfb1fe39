/** The page for unknown addresses. */
import { useNavigate } from 'react-router';
import { Button } from '#src/ui/Button.tsx';
import { Row } from '#src/ui/layout.ts';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';

export function NotFoundPage() {
  const navigate = useNavigate();
  return (
    <AuthFrame
      title="Not Found"
      subtitle="There is no page at this address. It may have been moved or deleted."
    >
      <Row>
        <Button icon="chevronLeft" onClick={() => void navigate(-1)}>
          Go Back
        </Button>
        <LinkButton kind="primary" to="/">
          Home
        </LinkButton>
      </Row>
    </AuthFrame>
  );
}
