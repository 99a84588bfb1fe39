/** Where service and proxy are to run: as they read it themselves, from the same settings. */
import { readConfig as readProxy } from '@cloakroom/proxy/config.ts';
import { readConfig as readService } from '@cloakroom/service/config.ts';

/** Their ports, and the data folder of both. @throws {StartProblem} naming a wrong setting. */
export function readPlaces(): { dataDir: string; servicePort: number; proxyPort: number } {
  const { port: proxyPort, dataDir } = readProxy(process.env);
  return { dataDir, proxyPort, servicePort: readService().port };
}
