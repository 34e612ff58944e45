import { encode } from 'uqr'

/** Dark modules on white, which every camera reads, as a single path. */
export function QrCode({
  text,
  label,
  className = 'size-52',
}: {
  text: string
  label: string
  className?: string
}) {
  const { data, size } = encode(text, { border: 3 })
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className={`rounded-card bg-white ${className}`}
      shapeRendering="crispEdges"
    >
      <path d={path} className="fill-black" />
    </svg>
  )
}
