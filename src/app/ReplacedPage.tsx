/** Replaces a page when another user has signed in in this browser. */
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Row } from '#src/ui/layout.ts';

type Props = { previousUser: string; currentUser: string };

export const ReplacedPage = ({ previousUser, currentUser }: Props) => (
  <AuthFrame
    title={`Signed in as ${currentUser}`}
    subtitle={`This page belonged to ${previousUser}. ${currentUser} has since signed in with this browser, so the page no longer shows anything.`}
  >
    <Row>
      <Button kind="primary" onClick={() => location.assign('/datasets')}>
        Continue as {currentUser}
      </Button>
    </Row>
  </AuthFrame>
);
