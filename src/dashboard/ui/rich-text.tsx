/** Bold text, code and labels of links in a message. */
const MARKS = /(\*\*.+?\*\*|`.+?`|\[.+?\])/;

/** Shows a message with `**bold**` text, code in backticks and `[links]`. @param links addresses in the order of the labels */
export function RichText({ text, links = [] }: { text: string; links?: string[] }) {
  let used = 0;
  return (
    <>
      {text.split(MARKS).map(part => {
        if (part.startsWith('**')) return <strong>{part.slice(2, -2)}</strong>;
        if (part.startsWith('`')) return <code>{part.slice(1, -1)}</code>;
        if (!part.startsWith('[')) return part;
        used += 1;
        return <a href={links[used - 1]}>{part.slice(1, -1)}</a>;
      })}
    </>
  );
}
