import packageJson from '../../package.json' with { type: 'json' };

/** The version of this program (semver), from package.json. The bundle contains it as text. */
export const { version } = packageJson;
