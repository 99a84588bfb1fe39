/** Replaces a page when another user has signed in in this browser. */
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Row } from '#src/ui/layout.ts';

type Props = { former: string; present: string };

export const ReplacedPage = ({ former, present }: Props) => (
  <AuthFrame
    title={`Signed in as ${present}`}
    subtitle={`This page belonged to ${former}. Somebody has signed in as ${present} in this browser since, so it shows nothing any more.`}
  >
    <Row>
      <Button kind="primary" onClick={() => location.assign('/datasets')}>
        Go on as {present}
      </Button>
    </Row>
  </AuthFrame>
);
