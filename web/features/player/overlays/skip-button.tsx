import type { Video } from '#contract/contents/playback.ts'
import { useFact } from '#web/features/player/core/player-context.tsx'
import type { Commands } from '#web/features/player/core/commands.ts'
import { copy } from '#web/features/player/messages.ko.ts'
import { NextIcon } from '#web/features/player/controls/icons.tsx'
import { inOpening } from '#web/features/player/controls/chapters.ts'

/** Stands above the control bar all through the opening, whether or not the controls are shown. */
export function SkipOpening({ video, commands }: { video: Video; commands: Commands }) {
  const offered = useFact((facts) => facts.started && inOpening(facts.time, video.markers))
  if (!offered) return null
  return (
    <button type="button" className="player-skip" onClick={() => commands.skip_opening()}>
      {copy.skip_opening}
      <NextIcon className="size-5" />
    </button>
  )
}
