interface Carrier {
  name: string;
  /** Further names that it is known by. */
  aliases: readonly string[];
  /** The page that follows a parcel, with {number} for the tracking number. */
  page: string;
}

/** A carrier of the delivery settings. */
export type OwnCarrier = Pick<Carrier, 'name' | 'page'>;

/** The carriers whose pages are known. Any other carrier can be named; then there is no link. */
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

/** The carrier of this name, in any case and with any spaces, first among the shop's own; undefined for one without a known page. */
export function findCarrier(name: string, own: readonly OwnCarrier[] = []): OwnCarrier | undefined {
  const wanted = fold(name);
  const ownCarrier = own.find((carrier) => fold(carrier.name) === wanted);
  return (
    ownCarrier ?? carriers.find((carrier) => [carrier.name, ...carrier.aliases].some((known) => fold(known) === wanted))
  );
}

/** The address that follows a parcel, without the spaces that people write into a number. Null if none is known. */
export function trackingLink(carrier: string, number: string, own: readonly OwnCarrier[] = []): string | null {
  const page = findCarrier(carrier, own)?.page;
  const digits = number.replace(/\s/g, '');
  return page === undefined || digits === '' ? null : page.replace('{number}', () => encodeURIComponent(digits));
}

/** An https address with `{number}` once, outside of its host; anything else is no template. */
export function isTrackingPage(page: string): boolean {
  return /^https:\/\/[a-z\d.-]+(:\d{1,5})?[/?#][^{}\s]*\{number\}[^{}\s]*$/i.test(page) && URL.canParse(page);
}

const fold = (name: string) => name.toLowerCase().replace(/[\s.-]/g, '');
