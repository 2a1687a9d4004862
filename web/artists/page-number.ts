/** The page that an address asks for, from 1. */
export function pageOf(request: Request): number {
  const page = new URL(request.url).searchParams.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
}
