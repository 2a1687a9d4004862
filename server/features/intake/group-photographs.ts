import { limits } from '#contract/limits.ts';
import { foldText } from '#contract/text.ts';
import { isCameraName, pieceNameOf, stemOf, titleOf } from './file-names.ts';

export interface Photograph {
  id: string;
  fileName: string;
  /** The path of its folder, which begins with the one that was chosen; empty for a single file. */
  folder: string;
  /** Epoch milliseconds: when it was taken if that is known, else when the file was changed. */
  takenAt: number;
}

/** Photographs of one piece, in their order. */
export interface PhotographGroup {
  /** The name of the piece by its folder or files; empty if they name none. */
  name: string;
  ids: string[];
}

/** The longest pause between two photographs with camera names that are of one piece, in milliseconds. */
export const pauseBetweenPieces = 120_000;

/**
 * Groups photographs into pieces: by subfolder if the chosen folder has several; else by file name without its last number, and those
 * with camera names by the time between them (docs/behaviour/intake.md, 5 to 8). The result does not depend on the given order.
 */
export function groupPhotographs(photographs: readonly Photograph[]): PhotographGroup[] {
  const ordered = photographs.toSorted(inOrder);
  const ofPieces = foldersOfPieces(ordered);
  const groups = new Map<string, { name: string; photographs: Photograph[] }>();
  const cameraFiles = new Map<string, Photograph[]>();
  const add = (key: string, name: string, photograph: Photograph) => {
    const group = groups.get(key) ?? { name, photographs: [] };
    group.photographs.push(photograph);
    groups.set(key, group);
  };
  for (const photograph of ordered) {
    const { folder, fileName } = photograph;
    const name = pieceNameOf(stemOf(fileName));
    if (ofPieces.has(folder)) add(`folder ${folder}`, titleOf(lastOf(folder)), photograph);
    else if (isCameraName(stemOf(fileName))) cameraFiles.set(folder, [...(cameraFiles.get(folder) ?? []), photograph]);
    else add(`name ${foldText(`${folder}/${name}`)}`, titleOf(name), photograph);
  }
  const byTime = [...cameraFiles.values()].flatMap(runsOf).map((run) => ({ name: '', photographs: run }));
  return [...groups.values(), ...byTime]
    .toSorted((one, other) => inOrder(firstOf(one.photographs), firstOf(other.photographs)))
    .map((group) => ({ name: group.name, ids: group.photographs.map(({ id }) => id) }));
}

/** The folders that are one piece each: several below the chosen one, without those of cameras and those with too many photographs. */
function foldersOfPieces(photographs: readonly Photograph[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { folder } of photographs) if (folder.includes('/')) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  const byRoot = Map.groupBy(counts.keys(), (folder) => folder.slice(0, folder.indexOf('/')));
  const siblings = [...byRoot.values()].filter((folders) => folders.length > 1).flat();
  return new Set(
    siblings.filter((folder) => (counts.get(folder) ?? 0) <= limits.imagesPerListing && !isOfCamera(lastOf(folder))),
  );
}

/** Whether cameras (100CANON, 101_PANA) or phones (Camera, DCIM) give folders this name. */
const isOfCamera = (name: string) => /^(?:\d{3}[a-z\d_]{5}|dcim|camera( roll)?)$/i.test(name);

/** Divides photographs with camera names at the pauses between them. */
function runsOf(photographs: readonly Photograph[]): Photograph[][] {
  const runs: Photograph[][] = [];
  let before = Number.NEGATIVE_INFINITY;
  for (const photograph of photographs.toSorted((one, other) => one.takenAt - other.takenAt || inOrder(one, other))) {
    if (photograph.takenAt - before > pauseBetweenPieces) runs.push([]);
    runs.at(-1)?.push(photograph);
    before = photograph.takenAt;
  }
  return runs;
}

let collator: Intl.Collator | undefined;
/** Its rules are loaded at the first comparison, because that takes some 9 ms. */
function compare(one: string, other: string): number {
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator.compare(one, other);
}

/** The file name with spaces for all signs between words, so that `moon_2` comes after `Moon (1)`. */
const sortedName = ({ fileName }: Photograph) =>
  stemOf(fileName)
    .replace(/[\s_.()[\]-]+/g, ' ')
    .trim();

function inOrder(one: Photograph, other: Photograph): number {
  return (
    compare(one.folder, other.folder) ||
    compare(sortedName(one), sortedName(other)) ||
    one.takenAt - other.takenAt ||
    (one.id < other.id ? -1 : 1)
  );
}

function firstOf(photographs: readonly Photograph[]): Photograph {
  const [first] = photographs;
  if (!first) throw new Error('a group has no photograph');
  return first;
}

const lastOf = (folder: string) => folder.slice(folder.lastIndexOf('/') + 1);
