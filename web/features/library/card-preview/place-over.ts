type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>

/** Pixels between the expanded card and the edges of the window. */
const margin = 8

/** Centres a box of a size on a card, and moves it into the window. @returns its top left corner. */
export function placeOver(
  card: Box,
  size: Pick<Box, 'width' | 'height'>,
  view: Pick<Box, 'width' | 'height'>,
): Pick<Box, 'left' | 'top'> {
  const place = (start: number, length: number, own: number, available: number) => {
    const centred = start + (length - own) / 2
    return Math.round(Math.max(margin, Math.min(centred, available - own - margin)))
  }
  return {
    left: place(card.left, card.width, size.width, view.width),
    top: place(card.top, card.height, size.height, view.height),
  }
}
