/** The name, set as a line that was written over another. */

export function Wordmark({ large = false }: { large?: boolean }) {
  return (
    <span className={`font-semibold font-serif tracking-[0.01em] ${large ? 'text-[22px]' : 'text-[16px]'}`}>
      Palimpsest
    </span>
  );
}
