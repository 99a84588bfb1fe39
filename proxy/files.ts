/** Small private files, as both servers write them. */
export { createFile, readIfThere, replaceFile, sweepUnfinished } from '#host/files.ts';
