/** Says quietly that nobody answers; goes away by itself when somebody does. */
import { Failure } from '#src/lib/failure.ts';
import { useStatus } from '#src/queries/status.ts';
import { Banner } from '#src/ui/Banner.tsx';

const sentences: Partial<Record<string, string>> = {
  offline:
    'The service can’t be reached. You see what this browser saw last; changes have to wait. We keep trying.',
  unavailable:
    'The service is not available at the moment. You see what this browser saw last. We keep trying.',
};

export function ConnectionNotice() {
  const { error } = useStatus();
  const sentence = error && sentences[Failure.from(error).code];
  return sentence ? <Banner tone="warning">{sentence}</Banner> : null;
}
