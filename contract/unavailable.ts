/** Failures that say why a listing cannot be held or bought. They have their own file because the payment page shows only these. */
export const unavailableFailures = {
  sold: [409, "'{name}' has been sold"],
  held: [409, "'{name}' is reserved by another buyer"],
  discontinued: [409, "'{name}' is no longer available"],
  limit: [409, "You cannot hold '{name}' again"],
} as const satisfies Record<string, readonly [status: number, message: string]>;
