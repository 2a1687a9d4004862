interface Carrier {
  name: string;
  /** Further names of the carrier. */
  aliases: readonly string[];
  /** The address of the tracking page of a parcel, with {number} for the tracking number. */
  page: string;
}

/** A carrier that an owner has added in the delivery settings. */
export type OwnCarrier = Pick<Carrier, 'name' | 'page'>;

/** The carriers whose tracking pages the shop knows. A shipment can name any other carrier, and then has no tracking link. */
export const carriers: readonly Carrier[] = [
  {
    name: 'Australia Post',
    aliases: ['AusPost', 'AP'],
    page: 'https://auspost.com.au/mypost/track/details/{number}',
  },
  { name: 'StarTrack', aliases: ['Star Track'], page: 'https://startrack.com.au/track/details/{number}' },
  {
    name: 'DHL',
    aliases: ['DHL Express'],
    page: 'https://www.dhl.com/global-en/home/tracking.html?submit=1&tracking-id={number}',
  },
  { name: 'FedEx', aliases: ['Federal Express'], page: 'https://www.fedex.com/fedextrack/?trknbr={number}' },
  { name: 'UPS', aliases: ['United Parcel Service'], page: 'https://www.ups.com/track?tracknum={number}' },
  {
    name: 'TNT',
    aliases: ['TNT Express'],
    page: 'https://www.tnt.com/express/en_au/site/shipping-tools/tracking.html?searchType=con&cons={number}',
  },
];

/**
 * The carrier with this name or alias; undefined if there is none. Case, spaces, dots and hyphens do not matter, and a carrier of `own`
 * comes before the known ones.
 */
export function findCarrier(name: string, own: readonly OwnCarrier[] = []): OwnCarrier | undefined {
  const wanted = fold(name);
  const ownCarrier = own.find((carrier) => fold(carrier.name) === wanted);
  return (
    ownCarrier ?? carriers.find((carrier) => [carrier.name, ...carrier.aliases].some((known) => fold(known) === wanted))
  );
}

/** The address of the tracking page of a parcel. Spaces in the number are removed. Null for an unknown carrier or an empty number. */
export function trackingLink(carrier: string, number: string, own: readonly OwnCarrier[] = []): string | null {
  const page = findCarrier(carrier, own)?.page;
  const unspaced = number.replace(/\s/g, '');
  return page === undefined || unspaced === '' ? null : page.replace('{number}', () => encodeURIComponent(unspaced));
}

/** Whether a text is the address of a tracking page: an https address that has `{number}` exactly once, after its host. */
export function isTrackingPage(page: string): boolean {
  return /^https:\/\/[a-z\d.-]+(:\d{1,5})?[/?#][^{}\s]*\{number\}[^{}\s]*$/i.test(page) && URL.canParse(page);
}

const fold = (name: string) => name.toLowerCase().replace(/[\s.-]/g, '');
