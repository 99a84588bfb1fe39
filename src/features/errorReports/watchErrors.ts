/** Reports the console's own errors, if that is configured and allowed. */
import { config, integrations } from '#src/shared/config.ts';
import type { Root } from '#src/features/root/index.ts';
import { isRecordsPath } from '#src/shared/paths.ts';

const { errors } = integrations;
/** One page sends at most this many reports: more of them repeat the first ones. */
const maxReports = 10;

type Reporter = Pick<Root, 'consent' | 'errorReports'>;

/** Reports an error if the person allows it; never from a page with records. */
export function reportError({ consent, errorReports }: Reporter, thrown: unknown): void {
  const { pathname } = location;
  if (!errors || isRecordsPath(pathname) || !consent.get()?.includes('errors')) return;
  if (errorReports.sent >= maxReports) return;
  errorReports.sent += 1;
  import('./reporter.ts').then(
    ({ sendReport }) => sendReport(errors.dsn, config.productName, thrown, pathname),
    () => undefined,
  );
}

/** Reports errors that no code has caught. */
export function watchErrors(root: Reporter): void {
  if (!errors) return;
  window.addEventListener('error', ({ error }) => reportError(root, error));
  window.addEventListener('unhandledrejection', ({ reason }) => reportError(root, reason));
}
