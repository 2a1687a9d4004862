/** Thrown for an invalid setting. The message is one line that names the setting and the reason. */
export class BadSetting extends Error {}
