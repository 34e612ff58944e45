import type { Storyboard } from '#contract/contents/playback.ts'

/** Where a preview picture lies: sheet address and its left upper corner on the sheet, in sheet pixels. */
export type Tile = { url: string; x: number; y: number; width: number; height: number }

/** The picture nearest before `time` (seconds); null where the board has no such sheet. */
export function tileAt(board: Storyboard, time: number): Tile | null {
  if (board.count === 0) return null
  const index = Math.min(board.count - 1, Math.max(0, Math.floor(time / board.interval)))
  const perSheet = board.columns * board.rows
  const url = board.urls[Math.floor(index / perSheet)]
  if (url === undefined) return null
  const place = index % perSheet
  return {
    url,
    x: (place % board.columns) * board.tile_width,
    y: Math.floor(place / board.columns) * board.tile_height,
    width: board.tile_width,
    height: board.tile_height,
  }
}
