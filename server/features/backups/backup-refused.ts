/** A backup, restore or move was refused and nothing has changed. The message is one line for the owner. */
export class BackupRefused extends Error {}
