/** A sentence in which names from a file stand in backticks: those are set as code. */
'use client';

export function ReasonText({ text }: { text: string }) {
  const pieces = text.split('`');
  // Without its partner a backtick is only a character.
  if (pieces.length % 2 === 0) return text;
  return pieces.map((piece, at) =>
    at % 2 === 0 ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence keep their places
      <code key={at} className="rounded-[3px] bg-hover px-[3px] font-mono text-[0.92em] text-ink">
        {piece}
      </code>
    ),
  );
}
