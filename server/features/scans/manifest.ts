import type { Image, Listing } from '#contract/catalog.ts';
import type { CloseLook } from '#contract/close-look.ts';
import { linkPreviewOf } from '#contract/link-preview.ts';
import { manifestPath } from '#contract/scan-address.ts';
import { largestWhole } from './image-service.ts';

interface ManifestParts {
  publicUrl: string;
  shopName: string;
  listing: Listing;
  closeLook: CloseLook | null;
}

/**
 * A listing as a IIIF Presentation 3 manifest: a canvas for each picture that the shop stores, in their order. Null without such a
 * picture. Names of fields are marked as English, texts of the shop with no language (docs/behaviour/scans.md, 12).
 */
export function manifestOf(parts: ManifestParts): object | null {
  const { publicUrl, shopName, listing, closeLook } = parts;
  const id = publicUrl + manifestPath(encodeURIComponent(listing.id));
  const pictures = listing.imageSet.filter((image) => linkPreviewOf(image) !== null);
  if (pictures.length === 0) return null;
  const page = `${publicUrl}/product/${encodeURIComponent(listing.id)}`;
  return {
    '@context': 'http://iiif.io/api/presentation/3/context.json',
    id,
    type: 'Manifest',
    label: plain(listing.name),
    ...(listing.description && { summary: plain(listing.description) }),
    metadata: metadataOf(listing),
    homepage: [{ id: page, type: 'Text', label: plain(listing.name), format: 'text/html' }],
    provider: [
      {
        id: publicUrl,
        type: 'Agent',
        label: plain(shopName),
        homepage: [{ id: `${publicUrl}/`, type: 'Text', label: plain(shopName), format: 'text/html' }],
      },
    ],
    items: pictures.map((picture, position) => canvasOf({ publicUrl, closeLook, id }, picture, position)),
  };
}

const plain = (text: string) => ({ none: [text] });
const english = (text: string) => ({ en: [text] });

function metadataOf({ artist, artists, series, year, medium, size, spec }: Listing) {
  const facts: readonly [string, string | undefined][] = [
    ['Artist', artists || artist],
    ['Series', series],
    ['Year', year === null ? '' : String(year)],
    ['Medium', medium || spec],
    ['Size', size],
  ];
  return facts.flatMap(([label, value]) => (value ? [{ label: english(label), value: plain(value) }] : []));
}

interface CanvasParts {
  publicUrl: string;
  closeLook: CloseLook | null;
  /** The address of the manifest. */
  id: string;
}

function canvasOf({ publicUrl, closeLook, id }: CanvasParts, picture: Image, position: number) {
  const canvas = `${id.replace(/manifest\.json$/, '')}canvas/${position + 1}`;
  const look = closeLook?.image.url === picture.url ? closeLook : null;
  const { width, height } = look?.scan ?? picture;
  const body = look?.scan ? scanBody(publicUrl, look.scan) : pictureBody(publicUrl, picture);
  return {
    id: canvas,
    type: 'Canvas',
    width,
    height,
    label: picture.alt ? plain(picture.alt) : english(`Picture ${position + 1}`),
    ...(look?.sizeCm &&
      look.box && { service: [physicalDimensions(canvas, width, look.box.width, look.sizeCm.width)] }),
    items: [
      {
        id: `${canvas}/page`,
        type: 'AnnotationPage',
        items: [{ id: `${canvas}/image`, type: 'Annotation', motivation: 'painting', body, target: canvas }],
      },
    ],
    ...(look && look.details.length > 0 && { annotations: [detailsOf(canvas, look.details, { width, height })] }),
  };
}

/** A picture without a scan. Other sites may not load from /media, so they get its preview at an address below /iiif. */
function pictureBody(publicUrl: string, image: Image) {
  const preview = linkPreviewOf(image);
  const [, hash = ''] = /^\/media\/(\w+)\//.exec(image.url) ?? [];
  const size = { width: preview?.width ?? image.width, height: preview?.height ?? image.height };
  return { id: publicUrl + picturePath(hash), type: 'Image', format: 'image/jpeg', ...size };
}

/** The path of the preview of a stored picture, for other sites. */
export const picturePath = (hash: string) => `/iiif/pictures/${hash}.jpg`;

function scanBody(publicUrl: string, scan: NonNullable<CloseLook['scan']>) {
  const service = publicUrl + scan.address;
  return {
    id: `${service}/full/max/0/default.jpg`,
    type: 'Image',
    format: 'image/jpeg',
    ...largestWhole(scan),
    service: [{ id: service, type: 'ImageService3', profile: 'level0' }],
  };
}

/**
 * How many centimetres a pixel of the canvas is, as an external IIIF service (Physical Dimensions). `width`: of the canvas in pixels;
 * `share`: the part of it that the piece takes up, 0 to 1; `centimetres`: the width of the piece.
 */
function physicalDimensions(canvas: string, width: number, share: number, centimetres: number) {
  return {
    '@context': 'http://iiif.io/api/annex/services/physdim/1/context.json',
    id: `${canvas}/physical`,
    type: 'PhysicalDimensions',
    profile: 'http://iiif.io/api/annex/services/physdim',
    physicalScale: centimetres / (share * width),
    physicalUnits: 'cm',
  };
}

function detailsOf(
  canvas: string,
  details: CloseLook['details'],
  { width, height }: { width: number; height: number },
) {
  return {
    id: `${canvas}/details`,
    type: 'AnnotationPage',
    label: english('Details'),
    items: details.map(({ name, text, box }, position) => {
      const place = [box.x * width, box.y * height, box.width * width, box.height * height].map(Math.round).join(',');
      return {
        id: `${canvas}/details/${position + 1}`,
        type: 'Annotation',
        motivation: 'commenting',
        body: { type: 'TextualBody', value: text === '' ? name : `${name}\n${text}`, format: 'text/plain' },
        target: `${canvas}#xywh=${place}`,
      };
    }),
  };
}
