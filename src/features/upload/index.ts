/** What other features may use of this one. */
export { NewRecords } from './NewRecords.tsx';
export { ReadingPickers } from './ReadingPickers.tsx';
export { UploadButton } from './UploadButton.tsx';
export { UploadsButton } from './UploadsButton.tsx';
