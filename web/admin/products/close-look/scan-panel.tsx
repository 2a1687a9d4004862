interface ScanPanelProps {
  listingId: string;
}

/** The scan of a piece in tiles. */
export function ScanPanel({ listingId: _ }: ScanPanelProps) {
  return null;
}
