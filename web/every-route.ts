import type { Api, EndpointName } from '#contract/api.ts';

/** Method and path of every endpoint. */
export type EveryRoute = { readonly [Name in EndpointName]: readonly [Api[Name]['method'], Api[Name]['path']] };

/** The endpoints of the admin panel. Other pages load only the routes of the other endpoints. */
export type AdminEndpoint = {
  [Name in EndpointName]: Api[Name]['path'] extends `/admin/${string}` ? Name : never;
}[EndpointName];
export type PublicEndpoint = Exclude<EndpointName, AdminEndpoint>;
