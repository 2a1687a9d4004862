/** It is not done, and nothing has changed: one line for the owner says why. */
export class BackupRefused extends Error {}
