/** Reports the console's own failures, where that is set up and allowed; on pages with records never. */
import { sendReport } from '#src/api/report.ts';
import { config } from '#src/lib/config.ts';
import { errorReport } from '#src/lib/errorReport.ts';
import { integrationsOf } from '#src/lib/integrations.ts';
import { isRecordsPath } from '#src/lib/paths.ts';
import { consent } from '#src/queries/consent.ts';

const { errors } = integrationsOf(config);
/** More would say nothing new. */
const most = 10;
let sent = 0;

export function reportError(thrown: unknown): void {
  const { pathname } = location;
  if (!errors || isRecordsPath(pathname) || !consent.get()?.includes('errors') || sent >= most) return;
  sent += 1;
  sendReport(errors, errorReport(thrown, pathname, config.productName));
}

/** Listen to what nobody caught. */
export function watchErrors(): void {
  if (!errors) return;
  window.addEventListener('error', ({ error }) => reportError(error));
  window.addEventListener('unhandledrejection', ({ reason }) => reportError(reason));
}
