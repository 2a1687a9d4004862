/** A setting is wrong. The message is one line that names it and says why. */
export class BadSetting extends Error {}
