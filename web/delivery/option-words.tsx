import type { DeliveryOption } from '#contract/delivery.ts';
import { fieldLanguage } from '../language/field-language.ts';
import { factsOf } from './delivery-words.ts';

/** The name of a way of delivery; below it the days, the insurance and the note. */
export function OptionWords({ option }: { option: DeliveryOption }) {
  const facts = factsOf(option);
  return (
    <>
      <span {...fieldLanguage(option, 'name')}>{option.name}</span>
      <span className="muted block text-13">
        {facts}
        {facts !== '' && option.note !== '' && '. '}
        {option.note !== '' && <span {...fieldLanguage(option, 'note')}>{option.note}</span>}
      </span>
    </>
  );
}
