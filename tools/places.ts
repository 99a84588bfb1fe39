/** Where service and proxy are to run: as they read it themselves, from the same settings. */
import { readConfig as readProxy } from '../proxy/config.ts';
import { readConfig as readService } from '../service/config.ts';

/** Their ports, and the data folder of both. A wrong setting is named, and ends the program. */
export function readPlaces(): { dataDir: string; servicePort: number; proxyPort: number } {
  try {
    const { port: proxyPort, dataDir } = readProxy(process.env);
    return { dataDir, proxyPort, servicePort: readService().port };
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
