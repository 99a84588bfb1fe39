/** Shortens the waits of the programs of this process: tests get thousands of refusals, and follow hundreds of uploads. */
import { jobPolling } from '@cloakroom/client/followJob.ts';
import { minimumTime } from '@cloakroom/service/minimumDuration.ts';

minimumTime.ms = 5;
jobPolling.intervalMs = 25;
