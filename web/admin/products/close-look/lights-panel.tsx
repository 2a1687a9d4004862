interface LightsPanelProps {
  listingId: string;
}

/** The photographs of a piece under light from known directions. */
export function LightsPanel({ listingId: _ }: LightsPanelProps) {
  return null;
}
