export * from './admin-list';
export * from './bot-check';
export * from './check-seals';
export * from './in-batches';
export * from './look-alikes';
export * from './note-looks';
export * from './seals';
export * from './tokens';
export { spreadsheet, spreadsheetFile } from './spreadsheet';
