import sharp from 'sharp';
import type { IntakePiece } from '#contract/intake.ts';
import { filesBody } from './files-body.ts';
import type { TestShop } from './open-shop.ts';
import type { Person } from './people.ts';

/** A photograph in a folder, as a browser sends it. */
export interface SentPhotograph {
  name: string;
  folder?: string;
  /** When the file was last changed, seconds after `firstMoment`. */
  changed?: number;
  /** When the photograph was taken according to its EXIF, seconds after `firstMoment`. */
  taken?: number;
}

const firstMoment = Date.UTC(2026, 10, 20, 9);

/** A picture that differs from those with other numbers: with `taken` a JPEG with that time, otherwise a PNG. */
export function photographOf(number: number, taken?: number): Promise<Buffer> {
  const background = { r: number % 256, g: Math.floor(number / 256), b: 99 };
  const picture = sharp({ create: { width: 60, height: 40, channels: 3, background } });
  if (taken === undefined) return picture.png().toBuffer();
  const moment = new Date(firstMoment + taken * 1000).toISOString();
  const text = `${moment.slice(0, 10).replaceAll('-', ':')} ${moment.slice(11, 19)}`;
  return picture
    .withExif({ IFD2: { DateTimeOriginal: text } })
    .jpeg()
    .toBuffer();
}

/** Returns functions that call the intake. Photographs with the same name and folder have the same content. */
export function intakeOf(shop: TestShop, { token }: Pick<Person, 'token'>) {
  const numbers = new Map<string, number>();
  const numberOf = (key: string) => {
    if (!numbers.has(key)) numbers.set(key, numbers.size + 1);
    return numbers.get(key) ?? 0;
  };
  const fileOf = async ({ name, folder = '', changed = 0, taken }: SentPhotograph) => {
    const bytes = await photographOf(numberOf(`${folder}/${name}`), taken);
    return { bytes, sent: { name, folder, modifiedAt: firstMoment + changed * 1000 } };
  };
  const send = async (photograph: SentPhotograph) => {
    const { bytes, sent } = await fileOf(photograph);
    const query = { ...sent, modifiedAt: String(sent.modifiedAt) };
    return shop.call('uploadToIntake', { token, query, ...filesBody('images', { name: 'photo.jpg', bytes }) });
  };
  const pieces = async (): Promise<IntakePiece[]> => (await shop.call('getIntake', { token })).body.pieces ?? [];
  return {
    send,
    pieces,
    async sendAll(...names: string[]) {
      for (const name of names) await send({ name });
    },
    async missing(...photographs: SentPhotograph[]) {
      const files = await Promise.all(
        photographs.map(async (photograph) => {
          const { bytes, sent } = await fileOf(photograph);
          return { ...sent, size: bytes.length };
        }),
      );
      return (await shop.call('findMissingFiles', { token, body: { files } })).body.missing;
    },
    /** The names of the files of each piece, the main one first. */
    files: async () => (await pieces()).map(({ pictures }) => pictures.map(({ fileName }) => fileName)),
    names: async () => (await pieces()).map(({ cells }) => cells.name),
    /** The id of the photograph with this file name. */
    async pictureId(fileName: string) {
      const all = (await pieces()).flatMap(({ pictures }) => pictures);
      return all.find((picture) => picture.fileName === fileName)?.id ?? 'none';
    },
    /** The id of the piece whose name this is. */
    pieceId: async (name: string) => (await pieces()).find(({ cells }) => cells.name === name)?.id ?? 'none',
  };
}
