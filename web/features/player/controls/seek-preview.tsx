import type { Storyboard } from '#contract/contents/playback.ts'
import { playerMessages } from '#web/features/player/messages.ko.ts'
import type { Chapter } from './chapters.ts'

/** Storyboard image and time above the seek bar. Hidden from screen readers, which read the slider's value. */
export function SeekPreview({
  time,
  fraction,
  storyboard,
  chapter,
  text,
}: {
  /** Seconds. */
  time: number
  /** Position on the bar, 0 to 1. */
  fraction: number
  storyboard: Storyboard | null
  chapter: Chapter['kind']
  text: string
}) {
  const tile = storyboard && storyboardTileAt(storyboard, time)
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
        {chapter !== 'content' && (
          <span className="mr-1.5 text-accent-bright">{playerMessages[chapter]}</span>
        )}
        {text}
      </p>
    </div>
  )
}

/** CSS background positions are relative to the overflow, so the last of n tiles is at 100 %. */
function percent(index: number, count: number): string {
  return count > 1 ? `${(index / (count - 1)) * 100}%` : '0%'
}

/** Sheet URL and top left corner of a tile, in sheet pixels. */
type StoryboardTile = { url: string; x: number; y: number; width: number; height: number }

/** Returns the tile at or before `time` (seconds); null where the storyboard has no such sheet. */
export function storyboardTileAt(storyboard: Storyboard, time: number): StoryboardTile | null {
  if (storyboard.count === 0) return null
  const index = Math.min(storyboard.count - 1, Math.max(0, Math.floor(time / storyboard.interval)))
  const perSheet = storyboard.columns * storyboard.rows
  const url = storyboard.urls[Math.floor(index / perSheet)]
  if (url === undefined) return null
  const position = index % perSheet
  return {
    url,
    x: (position % storyboard.columns) * storyboard.tile_width,
    y: Math.floor(position / storyboard.columns) * storyboard.tile_height,
    width: storyboard.tile_width,
    height: storyboard.tile_height,
  }
}
