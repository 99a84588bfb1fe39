/** What other features may use of this one. */
export { ExportLine } from './ExportLine.tsx';
export { startExport, type ExportSubject } from './startExport.ts';
export { useTrayExports } from './useTrayExports.ts';
