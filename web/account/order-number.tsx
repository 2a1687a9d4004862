/** "K7M-4QX": a line never ends at its hyphen. */
export function OrderNumber({ id, domId }: { id: string; domId?: string }) {
  return (
    <span className="num whitespace-nowrap" id={domId}>
      {id}
    </span>
  );
}
