import type { Storyboard } from '#contract/playback/playback.ts'

/** A tile of a storyboard as the background of a box with the ratio of a tile. */
export type StoryboardTile = {
  /** Address of the sheet. */
  url: string
  background_size: string
  background_position: string
  width: number
  height: number
}

/** CSS background positions are relative to the overflow, so the last of n tiles is at 100 %. */
const percent = (index: number, count: number) =>
  count > 1 ? `${(index / (count - 1)) * 100}%` : '0%'

/** Returns the tile at or before `time` (seconds); null where the storyboard has no such sheet. */
export function storyboardTileAt(storyboard: Storyboard, time: number): StoryboardTile | null {
  const { count, interval, columns, rows, tile_width, tile_height } = storyboard
  if (count === 0) return null
  const index = Math.min(count - 1, Math.max(0, Math.floor(time / interval)))
  const perSheet = columns * rows
  const sheet = Math.floor(index / perSheet)
  const url = storyboard.urls[sheet]
  if (url === undefined) return null
  // The last sheet has only the rows, and a single row only the columns, that it needs.
  const tiles = Math.min(perSheet, count - sheet * perSheet)
  const sheetColumns = Math.min(columns, tiles)
  const sheetRows = Math.ceil(tiles / columns)
  const position = index % perSheet
  return {
    url,
    background_size: `${sheetColumns * 100}% ${sheetRows * 100}%`,
    background_position: `${percent(position % columns, sheetColumns)} ${percent(Math.floor(position / columns), sheetRows)}`,
    width: tile_width,
    height: tile_height,
  }
}
