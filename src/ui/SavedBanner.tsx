/** What became of a form that was submitted: it is saved, or kept until it can be. */
import { Banner } from './Banner.tsx';

type Props = {
  /** Undefined while nothing was submitted. */
  outcome: 'sent' | 'waiting' | undefined;
  /** What to say once it is saved: "Your name has been saved." */
  saved: string;
};

export function SavedBanner({ outcome, saved }: Props) {
  if (outcome === 'sent') return <Banner tone="success">{saved}</Banner>;
  if (outcome === 'waiting')
    return (
      <Banner tone="info">
        The service can’t be reached at the moment. Your change is stored on this device and sent as soon as
        it can be.
      </Banner>
    );
  return null;
}
