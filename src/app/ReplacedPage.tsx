/** Replaces a page when another user has signed in in this browser. */
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Row } from '#src/ui/layout.ts';

type Props = { previousUser: string; currentUser: string };

export const ReplacedPage = ({ previousUser, currentUser }: Props) => (
  <AuthFrame
    title={`Signed in as ${currentUser}`}
    subtitle={`This page belonged to ${previousUser}. ${currentUser} has signed in with this browser since then, so this page shows nothing any more.`}
  >
    <Row>
      <Button kind="primary" onClick={() => location.assign('/datasets')}>
        Go on as {currentUser}
      </Button>
    </Row>
  </AuthFrame>
);
