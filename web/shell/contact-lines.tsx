import { useShop } from './shop.ts';

/** The seller's name, address and contact details, as far as the owner has entered them (docs/behaviour/settings.md, 6). */
export function ContactLines({ className }: { className: string }) {
  const { contactLines } = useShop();
  return (
    contactLines.length > 0 && (
      <ul className={className}>
        {contactLines.map(({ text, href }) => (
          <li key={text} className="whitespace-pre-line wrap-anywhere">
            {href ? <a href={href}>{text}</a> : text}
          </li>
        ))}
      </ul>
    )
  );
}
