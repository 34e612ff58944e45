/** The number of frames that are offered as posters. */
const maxStills = 8

/** The standard deviation of luminance, of 255, below which an image is blank: black, white or of one colour. */
const minContrast = 8

/** The share of the film at each end that shows logos, fades and credits. */
const edge = 0.05

/**
 * Chooses the frames of a film that may be its poster. Frames at the edges of the film are chosen only if all others are
 * blank, as in a film of one second; chosen frames are apart from each other.
 * @param scores of the images of the storyboard, in order; see `posterScore`.
 * @returns at most 8 indexes, best first; none if all images are blank.
 */
export function chooseStills(scores: readonly number[]): number[] {
  const last = scores.length - 1
  const margin = Math.max(1, last * edge)
  const fit = scores.flatMap((score, index) => (score > 0 ? [index] : []))
  const inside = fit.filter((index) => index >= margin && index <= last - margin)
  const distance = Math.max(1, Math.floor(scores.length / (2 * maxStills)))
  const ranked = (inside.length > 0 ? inside : fit).toSorted(
    (one, other) => weighted(scores, other) - weighted(scores, one) || one - other,
  )
  const chosen: number[] = []
  for (const index of ranked) {
    if (chosen.length === maxStills) break
    if (chosen.every((other) => Math.abs(other - index) >= distance)) chosen.push(index)
  }
  return chosen
}

/** Prefers the first two thirds, because later frames may tell the end. */
const weighted = (scores: readonly number[], index: number) =>
  scores[index]! * (index / scores.length > 0.67 ? 0.8 : 1)

/**
 * Scores an image as a poster: prefers contrast, colour and medium exposure.
 * @param rgb 3 bytes for each pixel.
 * @returns 0 for a blank image.
 */
export function posterScore(rgb: Buffer): number {
  let sum = 0
  let squares = 0
  let colour = 0
  const pixels = Math.floor(rgb.length / 12)
  for (let at = 0; at + 2 < rgb.length; at += 12) {
    const red = rgb[at]!
    const green = rgb[at + 1]!
    const blue = rgb[at + 2]!
    const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    sum += light
    squares += light * light
    colour += Math.max(red, green, blue) - Math.min(red, green, blue)
  }
  const mean = sum / pixels
  const contrast = Math.sqrt(Math.max(0, squares / pixels - mean * mean))
  if (contrast < minContrast) return 0
  const exposure = Math.max(0.02, 1 - Math.abs(mean - 115) / 115)
  return (contrast + 0.5 * (colour / pixels)) * exposure
}
