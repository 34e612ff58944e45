import type { Storyboard } from '#contract/contents/playback.ts'
import { playerMessages } from '#web/features/player/messages.ko.ts'
import type { Chapter } from './chapters.ts'

/** The picture of a moment above the seek bar, with its time. It says nothing: the slider's value does. */
export function SeekPreview({
  at,
  fraction,
  storyboard,
  section,
  text,
}: {
  /** Seconds. */
  at: number
  /** Where on the bar, 0..1. */
  fraction: number
  storyboard: Storyboard | null
  section: Chapter['kind']
  text: string
}) {
  const tile = storyboard && storyboardTileAt(storyboard, at)
  return (
    <div
      aria-hidden="true"
      className="player-seek-preview"
      style={
        {
          '--preview-fraction': fraction,
          '--tile-width': tile ? tile.width : 64,
        } as Record<string, number>
      }
    >
      {tile && storyboard && (
        <div
          className="player-seek-preview-image"
          style={{
            aspectRatio: `${tile.width} / ${tile.height}`,
            backgroundImage: `url("${tile.url}")`,
            backgroundSize: `${storyboard.columns * 100}% ${storyboard.rows * 100}%`,
            backgroundPosition: `${percent(tile.x / tile.width, storyboard.columns)} ${percent(tile.y / tile.height, storyboard.rows)}`,
          }}
        />
      )}
      <p className="mt-1.5 text-center text-sm font-semibold tabular-nums">
        {section !== 'body' && (
          <span className="mr-1.5 text-accent-bright">{playerMessages[section]}</span>
        )}
        {text}
      </p>
    </div>
  )
}

/** CSS counts a background's place in parts of what is hidden, so the last of n tiles is at 100 %. */
function percent(index: number, count: number): string {
  return count > 1 ? `${(index / (count - 1)) * 100}%` : '0%'
}

/** Where a preview picture lies: sheet address and its left upper corner on the sheet, in sheet pixels. */
type StoryboardTile = { url: string; x: number; y: number; width: number; height: number }

/** The picture nearest before `time` (seconds); null where the board has no such sheet. */
export function storyboardTileAt(board: Storyboard, time: number): StoryboardTile | null {
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
