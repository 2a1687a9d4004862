import type { MetaDescriptor } from 'react-router';
import type { Image } from '#contract/catalog.ts';
import type { ShopFront } from '../context.ts';
import { absolute } from './structured-data.ts';

interface PageWords {
  title: string;
  description: string;
  /** Absolute: the one address of the page. */
  address: string;
  image: Image | undefined;
  type: 'website' | 'product';
}

/** Title, description and canonical address of a public page; and, for those who read the first HTML alone, Open Graph. */
export function pageMeta(shop: ShopFront, words: PageWords): MetaDescriptor[] {
  return [
    { title: words.title },
    { name: 'description', content: words.description },
    { tagName: 'link', rel: 'canonical', href: words.address },
    ...(import.meta.env.SSR ? openGraph(shop, words) : []),
  ];
}

function openGraph(shop: ShopFront, { title, description, address, image, type }: PageWords): MetaDescriptor[] {
  return [
    { property: 'og:type', content: type },
    { property: 'og:site_name', content: shop.name },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    ...(image ? imageMeta(shop, image) : []),
    { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
  ];
}

function imageMeta(shop: ShopFront, image: Image): MetaDescriptor[] {
  const isMeasured = image.width > 0 && image.height > 0;
  return [
    { property: 'og:image', content: absolute(shop, image.url) },
    ...(isMeasured ? [{ property: 'og:image:width', content: String(image.width) }] : []),
    ...(isMeasured ? [{ property: 'og:image:height', content: String(image.height) }] : []),
    ...(image.alt ? [{ property: 'og:image:alt', content: image.alt }] : []),
  ];
}

/** Characters a search engine shows of a description. */
const descriptionLength = 160;

/** The beginning of a text, cut at a word. */
export function summary(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= descriptionLength) return line;
  const cut = line.slice(0, descriptionLength);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), descriptionLength / 2)).replace(/[\s,;:.]+$/, '')}…`;
}
