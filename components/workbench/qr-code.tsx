/** A QR code as a picture: dark on white in both themes, with the quiet zone that readers need. */

/** Light modules around the code (ISO/IEC 18004). */
const QUIET = 4;

interface QrCodeProps {
  rows: readonly (readonly boolean[])[];
  /** What it holds, for those who cannot see it. */
  name: string;
}

export function QrCode({ rows, name }: QrCodeProps) {
  const side = rows.length + 2 * QUIET;
  return (
    <svg
      role="img"
      aria-label={name}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className="aspect-square w-[min(100%,300px)] rounded-md bg-white"
    >
      <title>{name}</title>
      <rect width={side} height={side} fill="#fff" />
      <path d={darkRuns(rows)} fill="#000" />
    </svg>
  );
}

/** Every run of dark modules in a row as one rectangle. */
function darkRuns(rows: readonly (readonly boolean[])[]): string {
  const runs: string[] = [];
  for (const [y, row] of rows.entries()) {
    for (let from = row.indexOf(true); from >= 0; from = row.indexOf(true, from)) {
      const light = row.indexOf(false, from);
      const to = light < 0 ? row.length : light;
      runs.push(`M${from + QUIET} ${y + QUIET}h${to - from}v1h${from - to}z`);
      from = to;
    }
  }
  return runs.join('');
}
