import { useEffect, useRef } from 'preact/hooks';
import { query, setQuery } from '../data/router.ts';
import { Icon } from './icon.tsx';

/** Time after the last key before a search starts. */
const TYPING_MS = 300;
/** The API's limit of `q`, in characters. */
const MAX_LENGTH = 200;

interface SearchBoxProps {
  label: string;
  /** Other parameters of the URL that a new search removes. */
  resets?: readonly string[];
}

/** Searches a list as the user types: keeps the text in the parameter `q` of the URL. */
export function SearchBox({ label, resets = [] }: SearchBoxProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (text: string) => {
    const removed = Object.fromEntries(resets.map(name => [name, null]));
    setQuery({ ...removed, q: text.trim() || null });
  };
  return (
    <label class="search-box">
      <Icon name="search" />
      <span class="visually-hidden">{label}</span>
      <input
        type="search"
        placeholder={label}
        maxlength={MAX_LENGTH}
        value={query.value.get('q') ?? ''}
        onInput={({ currentTarget }) => {
          clearTimeout(timer.current);
          timer.current = setTimeout(search, TYPING_MS, currentTarget.value);
        }}
      />
    </label>
  );
}
