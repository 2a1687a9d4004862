import type { Page, Route } from '@playwright/test';
import sharp from 'sharp';

/** Where the lights stand, in degrees, and the colour of the whole photograph: it shows which photograph the viewer uses. */
const lights = [
  { name: 'right', azimuth: 0, elevation: 15, colour: '#30c040' },
  { name: 'top', azimuth: 90, elevation: 15, colour: '#909090' },
  { name: 'left', azimuth: 180, elevation: 15, colour: '#c03030' },
  { name: 'above', azimuth: 0, elevation: 90, colour: '#3040c0' },
];
const photographPath = (name: string) => `/media/light-of-test/${name}.webp`;

/** Gives each piece that is opened in the viewer from its own page photographs under four lights. Their requests are in the result. */
export async function withLights(page: Page): Promise<string[]> {
  const requested: string[] = [];
  await page.route('**/look.data*', addLights);
  await page.route('**/media/light-of-test/*', async (route) => {
    const name = /([a-z]+)\.webp$/.exec(route.request().url())?.[1] ?? '';
    requested.push(name);
    const background = lights.find((light) => light.name === name)?.colour ?? '#000';
    const create = { width: 259, height: 320, channels: 3 as const, background };
    await route.fulfill({ contentType: 'image/webp', body: await sharp({ create }).webp().toBuffer() });
  });
  return requested;
}

/** Replaces the empty list `lights` in the data of the page, which is a flat list of values that refer to each other by position. */
async function addLights(route: Route): Promise<void> {
  const answer = await route.fetch();
  const [first = '', ...rest] = (await answer.text()).split('\n');
  // React Router's data is JSON in its first line.
  const values = JSON.parse(first) as unknown[];
  const list = values.findIndex((value, index) => values[index - 1] === 'lights' && Array.isArray(value));
  values[list] = lights.map(({ name, azimuth, elevation }) => {
    const image = { url: photographPath(name), alt: '', width: 259, height: 320, placeholder: '#000000', variants: [] };
    return flatten({ image, azimuth, elevation }, values);
  });
  await route.fulfill({ response: answer, body: [JSON.stringify(values), ...rest].join('\n') });
}

/** Appends the value, and returns its position. */
function flatten(value: unknown, values: unknown[]): number {
  const position = values.push(value) - 1;
  if (Array.isArray(value)) values[position] = value.map((entry) => flatten(entry, values));
  else if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, entry]) => [`_${flatten(key, values)}`, flatten(entry, values)]);
    values[position] = Object.fromEntries(entries);
  }
  return position;
}

/** The mean colour of the middle of the stage, 0 to 255. */
export async function colourOfStage(page: Page): Promise<{ red: number; green: number; blue: number }> {
  const box = await page.getByRole('group', { name: /^The surface of/ }).boundingBox();
  if (!box) throw new Error('There is no stage');
  const clip = { x: box.x + box.width / 2 - 20, y: box.y + box.height / 2 - 60, width: 40, height: 40 };
  const { channels } = await sharp(await page.screenshot({ clip })).stats();
  const [red = 0, green = 0, blue = 0] = channels.map(({ mean }) => mean);
  return { red, green, blue };
}
