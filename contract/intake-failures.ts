/** Failures of the intake (docs/behaviour/intake.md). Part of `failures` in errors.ts. */
export const intakeFailures = {
  intakeFull: [
    409,
    'At most {count} photographs can wait here. Make drafts of some, or remove them, and choose the folder again.',
  ],
  intakeHasManyPieces: [
    409,
    'At most {count} pieces can wait here. Make drafts of some, or put photographs of one piece together.',
  ],
  intakeMoved: [409, 'Somebody else has changed these photographs meanwhile. Please choose them again.'],
} as const;
