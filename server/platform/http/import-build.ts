/** Imports a server build of React Router. The bundle contains the pages, so scripts/program/own-modules.ts replaces this module. */
export const importBuild = (serverBuild: URL): Promise<unknown> => import(serverBuild.href);
