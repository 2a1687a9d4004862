/** An order number such as "K7M-4QX", without a line break at its hyphen. */
export function OrderNumber({ id, domId }: { id: string; domId?: string }) {
  return (
    <span className="numeric whitespace-nowrap" id={domId}>
      {id}
    </span>
  );
}
