/** The placeholder while the code of the first page loads. It looks like `index.html` before any script runs. */
import { config } from '#src/shared/config.ts';
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx';

export function LoadingPage() {
  return (
    <main className="splash">
      <img src="/icon.svg" alt="" width="48" height="48" />
      <p>{config.productName}</p>
      <div role="status">
        <VisuallyHidden>Loading the page</VisuallyHidden>
      </div>
    </main>
  );
}
