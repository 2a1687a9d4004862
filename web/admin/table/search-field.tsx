import { type FormEvent, useEffect, useId, useState } from 'react';

/** Milliseconds without a key before what was typed is looked for. */
const typingPause = 250;

interface SearchFieldProps {
  label: string;
  /** What is being looked for now, as the address says. */
  value: string;
  onSearch: (text: string) => void;
}

/** Looks for what is typed, a moment after the last key; Enter does not wait. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const id = useId();
  const [text, setText] = useState(value);
  // What the address is known, or about to say: only another word of it replaces what is typed.
  const [agreed, setAgreed] = useState(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    if (value !== agreed) {
      setAgreed(value);
      setText(value);
    }
  }

  const wanted = text.trim();
  useEffect(() => {
    if (wanted === agreed) return;
    const timer = setTimeout(() => {
      setAgreed(wanted);
      onSearch(wanted);
    }, typingPause);
    return () => clearTimeout(timer);
  }, [wanted, agreed, onSearch]);

  function submit(event: FormEvent) {
    event.preventDefault();
    setAgreed(wanted);
    onSearch(wanted);
  }

  return (
    <search className="w-60 max-w-full">
      <form onSubmit={submit}>
        <label className="vh" htmlFor={id}>
          {label}
        </label>
        <input
          className="input input-sm"
          id={id}
          type="search"
          placeholder={label}
          value={text}
          maxLength={200}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </search>
  );
}
