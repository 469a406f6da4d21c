/** The label over a column of numbers, on two lines at the most: the column is no wider than the longer of them. */

/** Letters that stay on one line. */
const ONE_LINE = 14;

/** Letters of the longer line where a label is parted into two as even as its words allow. */
function lettersOf(label: string): number {
  if (label.length <= ONE_LINE) return label.length;
  let least = label.length;
  for (let at = label.indexOf(' '); at >= 0; at = label.indexOf(' ', at + 1)) {
    least = Math.min(least, Math.max(at, label.length - at - 1));
  }
  return least;
}

export function ColumnLabel({ label }: { label: string }) {
  // A digit is wider than most letters: what has so many letters needs no more room than so many digits.
  return (
    <span className="inline-block leading-tight" style={{ maxWidth: `${lettersOf(label) + 1}ch` }}>
      {label}
    </span>
  );
}
