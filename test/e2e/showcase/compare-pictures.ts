import sharp from 'sharp'

type Pixels = { data: Buffer; width: number; height: number }

/** Per channel, of 255. Less than two neighbouring surfaces differ. */
const maxFlatDifference = 6
/** At edges, such as those of letters: antialiasing differs by less between versions of the browser. */
const maxEdgeDifference = 24

async function readPixels(picture: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Encodes a screenshot without loss, in a third of its size. */
export const encodePicture = (screenshot: Buffer): Promise<Buffer> =>
  sharp(screenshot).webp({ lossless: true, effort: 6 }).toBuffer()

/**
 * Compares two pictures. At an edge a pixel differs if the other picture has nothing like it within one pixel, so that
 * edges that are smoothed or rounded otherwise count as equal.
 * @returns what differs, or null.
 */
export async function describeDifference(
  actual: Buffer,
  expected: Buffer,
  maxPixels: number,
): Promise<string | null> {
  const [a, b] = await Promise.all([readPixels(actual), readPixels(expected)])
  if (a.width !== b.width || a.height !== b.height)
    return `${a.width}×${a.height} instead of ${b.width}×${b.height}`
  let count = 0
  for (let y = 0; y < a.height; y++)
    for (let x = 0; x < a.width; x++) if (isDifferent(a, b, x, y)) count++
  return count > maxPixels ? `${count} pixels differ` : null
}

function isDifferent(a: Pixels, b: Pixels, x: number, y: number): boolean {
  const difference = differenceOf(a, x, y, b, x, y)
  if (difference <= maxFlatDifference) return false
  if (isFlat(a, x, y) && isFlat(b, x, y)) return true
  const isAlike = (picture: Pixels, other: Pixels) =>
    neighboursOf(other, x, y).some(
      ([column, row]) => differenceOf(picture, x, y, other, column, row) <= maxEdgeDifference,
    )
  return difference > maxEdgeDifference && (!isAlike(a, b) || !isAlike(b, a))
}

/** Whether the pixel has the colour of all those around it. */
const isFlat = (picture: Pixels, x: number, y: number) =>
  neighboursOf(picture, x, y).every(
    ([column, row]) => differenceOf(picture, x, y, picture, column, row) <= maxFlatDifference,
  )

const neighboursOf = ({ width, height }: Pixels, x: number, y: number) =>
  [-1, 0, 1].flatMap((down) =>
    [-1, 0, 1].flatMap((right): [number, number][] => {
      const [column, row] = [x + right, y + down]
      return column >= 0 && column < width && row >= 0 && row < height ? [[column, row]] : []
    }),
  )

/** The largest difference of a channel between two pixels. */
function differenceOf(
  a: Pixels,
  ...[x, y, b, otherX, otherY]: [number, number, Pixels, number, number]
): number {
  const at = (y * a.width + x) * 3
  const otherAt = (otherY * b.width + otherX) * 3
  let largest = 0
  for (let channel = 0; channel < 3; channel++)
    largest = Math.max(largest, Math.abs(a.data[at + channel]! - b.data[otherAt + channel]!))
  return largest
}
