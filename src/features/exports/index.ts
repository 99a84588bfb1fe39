/** What other features may use of this one. */
export { ExportLine } from './ExportLine.tsx';
export { startExport } from './startExport.ts';
export { useTrayExports } from './useTrayExports.ts';
