/** The piece a message is about. */
export interface EnquiredPiece {
  id: string;
  name: string;
}

/** Navigation state for a link to /#contact: the form there says which piece it is about. */
export function enquiryAbout({ id, name }: EnquiredPiece): { enquireAbout: EnquiredPiece } {
  return { enquireAbout: { id, name } };
}

/** The piece such a link brought along; null after any other navigation. */
export function enquiredPiece(navigationState: unknown): EnquiredPiece | null {
  const piece = field(navigationState, 'enquireAbout');
  const id = field(piece, 'id');
  const name = field(piece, 'name');
  return typeof id === 'string' && typeof name === 'string' ? { id, name } : null;
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
