/** 'two days' is easier to read than 48 hours. */
export function hoursInWords(hours: number): string {
  const days = hours / 24;
  if (Number.isInteger(days)) return days === 1 ? 'one day' : `${days} days`;
  return hours === 1 ? 'one hour' : `${hours} hours`;
}
