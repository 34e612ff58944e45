/** The part of a rectangle that the keys of a remote compare, in pixels of the screen. */
export type Box = Readonly<Record<'left' | 'top' | 'right' | 'bottom', number>>
export type Direction = 'left' | 'right' | 'up' | 'down'

/** How much a pixel aside counts against one ahead, and one off the middle where boxes overlap. */
const asideWeight = 0.1
const middleWeight = 0.02

/** A box seen in the direction of a key: `near` and `far` ahead, `side` from one side to the other. */
function turn({ left, top, right, bottom }: Box, direction: Direction) {
  const across = { from: top, to: bottom }
  const along = { from: left, to: right }
  if (direction === 'right') return { near: left, far: right, side: across }
  if (direction === 'left') return { near: -right, far: -left, side: across }
  if (direction === 'down') return { near: top, far: bottom, side: along }
  return { near: -bottom, far: -top, side: along }
}

/** How far a box is from another in a direction; infinite if it is not there. Sideways it stands in the same row. */
export function distanceOf(from: Box, to: Box, direction: Direction): number {
  const start = turn(from, direction)
  const end = turn(to, direction)
  // Boxes may overlap, as a card and a button on it; what is ahead begins and ends further.
  if (end.near <= start.near || end.far <= start.far) return Infinity
  const aside = Math.max(0, end.side.from - start.side.to, start.side.from - end.side.to)
  if (aside > 0 && (direction === 'left' || direction === 'right')) return Infinity
  const middle = ({ side }: typeof start) => (side.from + side.to) / 2
  const ahead = Math.max(0, end.near - start.far)
  return ahead + aside * asideWeight + Math.abs(middle(end) - middle(start)) * middleWeight
}

/** @returns the nearest of `items` in the direction, or undefined. */
export function nearest<T>(
  from: Box,
  items: readonly T[],
  direction: Direction,
  boxOf: (item: T) => Box,
): T | undefined {
  let best: { item: T; distance: number } | undefined
  for (const item of items) {
    const distance = distanceOf(from, boxOf(item), direction)
    if (distance < (best?.distance ?? Infinity)) best = { item, distance }
  }
  return best?.item
}
