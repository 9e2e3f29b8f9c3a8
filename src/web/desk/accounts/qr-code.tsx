/** A text as a QR code, which an app on another device reads. */
import { encode } from 'uqr'

/** The light margin of a code, in modules (ISO/IEC 18004). */
const QUIET = 4

interface QrCodeProps {
  readonly text: string
  /** Says what the code is for, to people who do not see it. */
  readonly label: string
}

/** The code, in black on white in all colours of the desk: cameras read no other. Each dark module is a square of one unit. */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { border: QUIET })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      class="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <path d={squares.join('')} />
    </svg>
  )
}
