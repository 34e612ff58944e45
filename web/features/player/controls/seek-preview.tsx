import type { Storyboard } from '#contract/contents/playback.ts'
import { storyboardTileAt } from '#web/features/catalog/trailer/storyboard-tile.ts'
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
      {tile && (
        <div
          className="player-seek-preview-image"
          style={{
            aspectRatio: `${tile.width} / ${tile.height}`,
            backgroundImage: `url("${tile.url}")`,
            backgroundSize: tile.background_size,
            backgroundPosition: tile.background_position,
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
