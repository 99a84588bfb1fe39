/** Reports the console's own failures, where that is set up and allowed; on pages with records never. */
import { config } from '#src/shared/config.ts';
import { errorReport } from './errorReport.ts';
import { integrationsOf } from '#src/features/integrations/index.ts';
import type { Root } from '#src/features/root/index.ts';
import { sendReport } from '#src/shared/http/sendReport.ts';
import { isRecordsPath } from '#src/shared/paths.ts';

const { errors } = integrationsOf(config);
/** Further reports say nothing new. */
const maxReports = 10;

type Reporter = Pick<Root, 'consent' | 'errorReports'>;

/** Reports an error, as far as the person allows it; never from a page with records. */
export function reportError({ consent, errorReports }: Reporter, thrown: unknown): void {
  const { pathname } = location;
  if (!errors || isRecordsPath(pathname) || !consent.get()?.includes('errors')) return;
  if (errorReports.sent >= maxReports) return;
  errorReports.sent += 1;
  sendReport(errors, errorReport(thrown, pathname, config.productName));
}

/** Reports errors that no code has caught. */
export function watchErrors(root: Reporter): void {
  if (!errors) return;
  window.addEventListener('error', ({ error }) => reportError(root, error));
  window.addEventListener('unhandledrejection', ({ reason }) => reportError(root, reason));
}
