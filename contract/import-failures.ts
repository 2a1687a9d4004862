/** Failures of the import of pieces. Part of `failures` in errors.ts. */
export const importFailures = {
  importUnreadable: [400, '{reason}'],
  importTooLarge: [413, 'A file of pieces may have at most 10 MB. Please split it.'],
  importTargetTwice: [400, 'Two columns cannot both become “{target}”. Leave one of them out.'],
  importTargetsWrong: [400, 'These are not the columns of this file. Please load the page again.'],
  importNotFound: [404, 'This import is not here any more. Please choose the file again.'],
  importOver: [409, 'This file has been imported already.'],
  importReplanned: [409, 'The columns were changed meanwhile. Please look again before you import.'],
  importNamesAdded: [409, 'An artist or a series in row {row} was added meanwhile. Please look again.'],
  importEmpty: [409, 'There is nothing to import: no row is new or changes a piece.'],
  importRowsRefused: [409, 'Some rows cannot be read. Correct them in the file, or leave them out.'],
  importOutdated: [
    409,
    'Nothing was imported, because pieces were changed or imported since the dry run: {names}. Please look again.',
  ],
  importFailed: [409, 'Nothing was imported. Row {row}, {name}: {reason}'],
  importNotMade: [409, 'This file was not imported, so there is nothing to take back.'],
  importUndone: [409, 'This import was taken back already.'],
  importUndoOver: [409, 'The 24 hours in which this import could be taken back are over.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;
