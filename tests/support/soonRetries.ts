/** Makes the proxies of this process retry failed calls sooner than in production: tests cut connections hundreds of times. */
import { retryDelays } from '@cloakroom/proxy/retry.ts';

Object.assign(retryDelays, { minTimeout: 50, maxTimeout: 400 });
