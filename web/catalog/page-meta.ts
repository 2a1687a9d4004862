import type { MetaDescriptor } from 'react-router';
import type { Image } from '#contract/catalog.ts';
import { type Language, pathIn } from '#contract/languages.ts';
import { linkPreviewOf } from '#contract/link-preview.ts';
import type { ShopFront } from '#contract/page-services.ts';
import { language } from '../language/language.ts';
import { absolute } from './structured-data.ts';

interface PageInfo {
  title: string;
  description: string;
  /** The absolute canonical address of the English page. */
  address: string;
  image: Image | undefined;
  type: 'website' | 'product';
}

/** Title, description and canonical address of a public page; in server-rendered HTML also Open Graph. */
export function pageMeta(shop: ShopFront, page: PageInfo): MetaDescriptor[] {
  return [
    { title: page.title },
    { name: 'description', content: page.description },
    { tagName: 'link', rel: 'canonical', href: addressIn(language, shop, page.address) },
    ...(import.meta.env.SSR ? [...languageLinks(shop, page.address), ...openGraph(shop, page)] : []),
  ];
}

/** Links to the page in each language, for search engines; none if the shop has only one language. */
function languageLinks(shop: ShopFront, address: string): MetaDescriptor[] {
  if (!shop.languages) return [];
  const links = ['en' as const, ...shop.languages].map((hrefLang) => ({
    tagName: 'link',
    rel: 'alternate',
    hrefLang,
    href: addressIn(hrefLang, shop, address),
  }));
  return [...links, { tagName: 'link', rel: 'alternate', hrefLang: 'x-default', href: address }];
}

/** The absolute address of a page in a language, from that of the English page. */
function addressIn(pageLanguage: Language, { publicUrl }: ShopFront, address: string): string {
  return publicUrl + pathIn(pageLanguage, address.slice(publicUrl.length));
}

/** A link to the Atom feed of the newest works (docs/behaviour/pages.md, 13). */
export function feedLink({ name }: ShopFront): MetaDescriptor {
  return { tagName: 'link', rel: 'alternate', type: 'application/atom+xml', title: name, href: '/feed.xml' };
}

function openGraph(shop: ShopFront, { title, description, address, image, type }: PageInfo): MetaDescriptor[] {
  return [
    { property: 'og:type', content: type },
    { property: 'og:site_name', content: shop.name },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: addressIn(language, shop, address) },
    ...(shop.languages ? [{ property: 'og:locale', content: language }] : []),
    ...(image ? imageMeta(shop, image) : []),
    { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
  ];
}

function imageMeta(shop: ShopFront, image: Image): MetaDescriptor[] {
  const preview = linkPreviewOf(image);
  const address = absolute(shop, preview?.url ?? image.url);
  const facts = preview && { type: preview.type, width: String(preview.width), height: String(preview.height) };
  return [
    { property: 'og:image', content: address },
    ...Object.entries({ ...facts, ...(image.alt && { alt: image.alt }) }).map(([name, content]) => ({
      property: `og:image:${name}`,
      content,
    })),
  ];
}

/** The number of characters of a description that search engines show. */
const descriptionLength = 160;

/** The beginning of a text, at most 160 characters, cut at the end of a word. */
export function summary(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= descriptionLength) return line;
  const cut = line.slice(0, descriptionLength);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), descriptionLength / 2)).replace(/(?<![\s,;:.])[\s,;:.]+$/, '')}…`;
}
