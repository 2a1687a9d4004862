import { type FormEvent, useEffect, useId, useState } from 'react';

/** Milliseconds after the last key press before the search starts. */
const typingPause = 250;

interface SearchFieldProps {
  label: string;
  /** The current search text of the URL. */
  value: string;
  onSearch: (text: string) => void;
}

/** Searches shortly after the last key press, or immediately with Enter. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const id = useId();
  const [text, setText] = useState(value);
  // The search text that this field last sent to the URL or took from it. Only another text in the URL replaces what was typed.
  const [searched, setSearched] = useState(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    if (value !== searched) {
      setSearched(value);
      setText(value);
    }
  }

  const searchText = text.trim();
  useEffect(() => {
    if (searchText === searched) return;
    const timer = setTimeout(() => {
      setSearched(searchText);
      onSearch(searchText);
    }, typingPause);
    return () => clearTimeout(timer);
  }, [searchText, searched, onSearch]);

  function submit(event: FormEvent) {
    event.preventDefault();
    setSearched(searchText);
    onSearch(searchText);
  }

  return (
    <search className="w-60 max-w-full">
      <form onSubmit={submit}>
        <label className="visually-hidden" htmlFor={id}>
          {label}
        </label>
        <input
          className="input input-small"
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
