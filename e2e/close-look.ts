import type { Page } from '@playwright/test';
import type { Listing } from '#contract/catalog.ts';
import type { AdminApi } from './admin-api.ts';

/** Where the piece lies in the picture of `addsPiece`, as fractions of the picture's width and height. */
export const box = { x: 0.08, y: 0.0622, width: 0.84, height: 0.8704 };
export const moon = {
  name: 'The eggshell moon',
  text: 'Duck eggshell, laid first.',
  box: { x: 0.475, y: 0.15, width: 0.28, height: 0.235 },
};
export const cloud = {
  name: 'The low cloud',
  text: 'Worn leaf in front of the moon.',
  box: { x: 0.4, y: 0.305, width: 0.36, height: 0.115 },
};

/** Adds a piece of 75 x 96 cm with two details. */
export async function addsPiece(adminApi: AdminApi, name: string): Promise<Listing> {
  const piece = await adminApi.addsListing(name, { widthCm: 75, heightCm: 96 });
  await adminApi.writesCloseLook(piece, box, [moon, cloud]);
  return piece;
}

export const zoom = (page: Page) => page.getByRole('group', { name: 'Zoom' }).getByRole('status');
export const stage = (page: Page) => page.getByRole('group', { name: /^The surface of/ });
export const zoomNumber = async (page: Page) => Number.parseFloat((await zoom(page).textContent()) ?? '');
