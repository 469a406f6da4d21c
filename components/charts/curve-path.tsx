/** A curve as one path of straight lines. The drawing library's own path is measured at every update, which costs more than drawing it. */

/** What the library hands to the shape of a line; points without a value are skipped. */
interface CurvePathProps {
  points?: readonly { x: number | null; y: number | null }[] | undefined;
  stroke?: string | undefined;
  strokeWidth?: string | number | undefined;
  strokeDasharray?: string | number | undefined;
  strokeOpacity?: string | number | undefined;
}

export function CurvePath({ points = [], stroke, strokeWidth, strokeDasharray, strokeOpacity }: CurvePathProps) {
  let path = '';
  for (const { x, y } of points) {
    if (x !== null && y !== null) path += `${path === '' ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
  }
  return (
    <path
      d={path}
      fill="none"
      stroke={stroke}
      strokeWidth={strokeWidth}
      strokeDasharray={strokeDasharray}
      strokeOpacity={strokeOpacity}
      strokeLinejoin="round"
    />
  );
}
