/** What of the current view can't be shown. */
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import type { ViewsState } from './useViews.ts';

export function ViewNotice({ views: { current, leftOut, missing, forget } }: { views: ViewsState }) {
  if (missing)
    return (
      <Banner
        tone="warning"
        title="This view does not exist any more"
        actions={
          <Button size="s" onClick={forget}>
            Go on without it
          </Button>
        }
      >
        It was deleted, or the link is wrong.
      </Banner>
    );
  if (!current || leftOut.length === 0) return null;
  return (
    <Banner tone="warning" title={`Some of the view “${current.view!.name}” is left out`}>
      The schema no longer has {leftOut.length === 1 ? 'this field' : 'these fields'} as the view needs{' '}
      {leftOut.length === 1 ? 'it' : 'them'}: {leftOut.join(', ')}. Save the view to drop them.
    </Banner>
  );
}
